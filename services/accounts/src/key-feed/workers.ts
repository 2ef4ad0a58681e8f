import {
  KEY_BUCKET,
  KEY_WATERMARK_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
} from '@jobboard/contracts/keys/internal'
import { raiseReplicas } from '@jobboard/events/nats/topology'
import { leadership } from '@jobboard/events/publisher/leadership'
import { startLoop } from '@jobboard/process/loop'
import { type KeyFeedSigner, openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { Deps, Worker } from '@jobboard/service/lifecycle/deps'
import { hasEndedBefore } from '../keys/key.ts'
import { findKeysByHash, type HashedKey } from '../keys/store.ts'
import {
  announceWatermark,
  type BucketEntry,
  type KeyBucket,
  openKeyBucket,
  removedBefore,
  storeWatermark,
  toRecord,
  type Watermark,
} from './peers.ts'
import {
  adoptRecord,
  beginGeneration,
  isRecorded,
  type KeyChanges,
  listUnpublished,
  markPublished,
  markUnpublished,
  markVerified,
  openKeyChanges,
  type RecordedBucket,
} from './store.ts'

const RETRY_MS = 250
/** A leader that publishes nothing reads the database this often. Its notifications arrive on the same
 * connection, so a connection that silently broke is detected then. */
const READ_INTERVAL_MS = 1_250
/** A watermark is announced for this long after the read that it is based on began. */
const MAX_READ_AGE_MS = READ_INTERVAL_MS + 500
const LEADERSHIP_INTERVAL_MS = 5_000
const STANDBY_INTERVAL_MS = 2_000
const STORE_INTERVAL_MS = 5_000

/** Publishes every change of a key to the bucket that gateways follow (D-16), right after its commit in any
 * replica, and announces the watermark while nothing is left to publish. One replica leads, and a put never
 * replaces a newer version: two leaders are harmless. */
export const publishKeyRecords: Worker = async (deps) => {
  const { env, db, bus, log } = deps
  const signer = openKeyFeedSigner(env.CALLER_SECRET)
  const lock = leadership(db.directUrl, 'key-records')
  let changes: KeyChanges | undefined
  let hasChanged = true
  let isLeader = false
  let lockCheckedAtMs = Number.NEGATIVE_INFINITY
  let readAtMs = Number.NEGATIVE_INFINITY
  let storedAtMs = Number.NEGATIVE_INFINITY
  let announcedAtMs = 0
  let raisedConnection: number | undefined
  let watermark: Watermark | undefined

  function markChanged(wake: () => void): void {
    hasChanged = true
    wake()
  }

  async function closeChanges(): Promise<void> {
    const open = changes
    changes = undefined
    watermark = undefined
    hasChanged = true
    await open?.close()
  }

  async function checkLeadership(): Promise<boolean> {
    if (isLeader && performance.now() - lockCheckedAtMs < LEADERSHIP_INTERVAL_MS) return true
    isLeader = await lock.tryAcquire()
    lockCheckedAtMs = performance.now()
    if (!isLeader) await closeChanges()
    return isLeader
  }

  /** Returns the milliseconds until the next step. */
  async function step(): Promise<number> {
    if (!bus.isUp()) return RETRY_MS
    if (!(await checkLeadership())) return STANDBY_INTERVAL_MS
    changes ??= await openKeyChanges(db.directUrl, () => markChanged(loop.wake))
    if (hasChanged || performance.now() - readAtMs >= READ_INTERVAL_MS) {
      hasChanged = false
      readAtMs = performance.now()
      watermark = await publishPass(deps, signer, changes)
      if (!watermark) {
        hasChanged = true
        return 0
      }
      if (hasChanged) return 0
    }
    if (performance.now() - readAtMs < MAX_READ_AGE_MS) announce(watermark!)
    return KEY_WATERMARK_INTERVAL_MS
  }

  /** Once per connection, as the streams. */
  async function raiseBuckets(): Promise<void> {
    const { connections } = bus
    if (raisedConnection === connections) return
    for (const bucket of [KEY_BUCKET, KEY_WATERMARK_BUCKET]) await raiseReplicas(bus, `KV_${bucket}`, log)
    raisedConnection = connections
  }

  function announce(current: Watermark): void {
    // A commit can end a pause at once, and gateways would take two announcements of one millisecond for a replay.
    announcedAtMs = Math.max(Date.now(), announcedAtMs + 1)
    announceWatermark(bus, signer, current, announcedAtMs)
    if (performance.now() - storedAtMs < STORE_INTERVAL_MS) return
    storedAtMs = performance.now()
    // Apart from the announcements, which must not wait.
    storeWatermark(bus, signer, current)
      .then(raiseBuckets)
      .catch((error: unknown) =>
        log.warn({ err: error, retryMs: STORE_INTERVAL_MS }, 'the watermark of the key feed was not stored'),
      )
  }

  const loop = startLoop({
    step,
    subscribe: (wake) => bus.onConnect(() => markChanged(wake)),
    async onError(error) {
      log.warn({ err: error, retryMs: RETRY_MS }, 'key records were not published')
      isLeader = false
      await closeChanges()
    },
    retryMs: RETRY_MS,
  })
  return {
    async stop() {
      await loop.stop()
      await closeChanges()
      await lock.release()
    },
  }
}

const BATCH_SIZE = 200
const MAX_CONCURRENT_PUTS = 20

/** Publishes up to `BATCH_SIZE` records of each kind of key and verifies as many entries that another client may
 * have written. Returns the watermark when there was nothing to publish or to verify. */
export async function publishPass(
  deps: Deps,
  signer: KeyFeedSigner,
  changes: KeyChanges,
): Promise<Watermark | undefined> {
  // In this order: an entry that another replica publishes in between is verified, and no loss of messages.
  const recorded = await changes.read()
  const bucket = await openKeyBucket(deps.bus, signer)
  if (!isRecorded(recorded, bucket)) {
    await beginGeneration(deps.db, recorded, bucket)
    return undefined
  }
  // First, so that a revocation does not wait for the verification of a large bucket.
  if (recorded.hasUnpublished) await publish(deps, bucket, recorded.generation)
  if (bucket.lastSeq > recorded.verifiedSeq) await verifyEntries(deps, bucket, recorded)
  else if (!recorded.hasUnpublished) return { created: bucket.created, revision: recorded.verifiedSeq }
  return undefined
}

async function publish({ db }: Deps, bucket: KeyBucket, generation: number): Promise<void> {
  const keys = await listUnpublished(db, BATCH_SIZE)
  for (let from = 0; from < keys.length; from += MAX_CONCURRENT_PUTS) {
    const chunk = keys.slice(from, from + MAX_CONCURRENT_PUTS)
    const revisions = await Promise.all(chunk.map((key) => bucket.put(key.hash, toRecord(key))))
    await markPublished(db, generation, chunk, revisions)
  }
}

/** Compares the next unverified entries of the bucket with the database. They are there because another client
 * wrote to the bucket, because the database was restored from a backup, or because a publisher was stopped. */
async function verifyEntries(
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
  bucket: KeyBucket,
  { generation, verifiedSeq }: RecordedBucket,
): Promise<void> {
  const entries = await bucket.read(verifiedSeq + 1, BATCH_SIZE)
  const hashes = entries.flatMap(({ hash }) => hash ?? [])
  const keys = new Map((await findKeysByHash(db.sql, hashes)).map((key) => [key.hash, key]))
  const { before: endedBefore } = removedBefore(clock.now())
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
  if (key && record && isSame(record, toRecord(key))) return 'none'
  if (key && !hasEndedBefore(key, endedBefore)) return 'publish'
  return isDeleted ? 'none' : 'delete'
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
}
