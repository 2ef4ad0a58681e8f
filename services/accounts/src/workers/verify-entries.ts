import type { Deps } from '@jobboard/service/lifecycle/deps'
import { type AnyKey, hasEndedBefore } from '../domain/key.ts'
import { type BucketEntry, type KeyBucket, removedBefore } from '../peers/key-bucket.ts'
import { adoptRecord, markUnpublished, markVerified } from '../store/bucket-entry.ts'
import { findKeysByHash, type HashedKey } from '../store/key.ts'
import type { RecordedBucket } from '../store/key-bucket.ts'
import { toRecord } from '../wire/key.ts'

const BATCH_SIZE = 200

/** Compares the next unverified entries of the bucket with the database. They are there because another client
 * wrote to the bucket, because the database was restored from a backup, or because a publisher was stopped. */
export async function verifyEntries(
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
  bucket: KeyBucket,
  { generation, verifiedSeq }: RecordedBucket,
): Promise<void> {
  const entries = await bucket.read(verifiedSeq + 1, BATCH_SIZE)
  const hashes = entries.flatMap(({ hash }) => hash ?? [])
  const keys = new Map((await findKeysByHash(db.sql, hashes)).map((key) => [key.hash, key]))
  const endedBefore = removedBefore(clock.now())
  const unpublished: string[] = []
  let corrected = 0
  for (const entry of entries) {
    const correction = correctionFor(entry, keys.get(entry.hash ?? ''), endedBefore)
    if (correction !== 'none') corrected++
    if (correction === 'erase') await bucket.erase(entry.revision)
    if (correction === 'delete') await bucket.markDeleted(entry.hash!, entry.revision)
    if (correction === 'adopt') await adoptRecord(db.sql, entry.hash!, entry.record!)
    if (correction === 'publish') unpublished.push(entry.hash!)
  }
  await markUnpublished(db.sql, unpublished)
  const isLast = entries.length < BATCH_SIZE
  const verified = isLast ? Math.max(bucket.lastSeq, entries.at(-1)?.revision ?? 0) : entries.at(-1)!.revision
  await markVerified(db.sql, generation, verified)
  if (corrected > 0)
    log.warn({ entries: entries.length, corrected }, 'the key bucket held what accounts had not published')
}

type Correction = 'none' | 'erase' | 'delete' | 'adopt' | 'publish'

// A marker, not an erasure, wherever a gateway may hold the record until the watermark covers its revision.
function correctionFor(
  { hash, record, isDeleted }: BucketEntry,
  key: HashedKey | undefined,
  endedBefore: Date,
): Correction {
  if (hash === undefined) return 'erase'
  if (key && record && record.version > key.version) return 'adopt'
  if (key && record && isSame(record, toRecord(withoutHash(key)))) return 'none'
  if (key && !hasEndedBefore(key, endedBefore)) return 'publish'
  return isDeleted ? 'none' : 'delete'
}

function withoutHash({ hash: _, ...key }: HashedKey): AnyKey {
  return key
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
}
