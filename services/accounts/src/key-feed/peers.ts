import {
  ENDED_KEY_RETENTION_MS,
  ENDED_RECORD_RETENTION_MS,
  KEY_BUCKET,
  KEY_WATERMARK_BUCKET,
  KEY_WATERMARK_KEY,
  KEY_WATERMARK_SUBJECT,
  type KeyRecord,
} from '@jobboard/contracts/keys/internal'
import type { Bus } from '@jobboard/events/nats/bus'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { AckPolicy, DeliverPolicy, JetStreamApiError, type JsMsg, StorageType } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import type { AnyKey } from '../keys/key.ts'

const STREAM = `KV_${KEY_BUCKET}`
const SUBJECT_PREFIX = `$KV.${KEY_BUCKET}.`
const HASH = /^[0-9a-f]{64}$/
const MAX_ATTEMPTS = 5
const READ_TIMEOUT_MS = 5_000
const WRONG_LAST_SEQUENCE = new Set([10071, 10164])
const STREAM_NOT_FOUND = 10059
/** No message at this sequence number: it was deleted before. */
const NO_MESSAGE = new Set([10037, 10043, 10057])

/** An entry of the bucket, written by accounts or by another client. */
export interface BucketEntry {
  /** Undefined when the name of the entry is none. */
  hash: string | undefined
  revision: number
  /** The record, when accounts has signed it for this hash. */
  record: KeyRecord | undefined
  isDeleted: boolean
}

/** The bucket that gateways follow, at the moment when it was opened. */
export interface KeyBucket {
  created: string
  /** Fingerprint of the secret that signs what is put. */
  signer: string
  lastSeq: number
  /** Stores a record unless the bucket has a newer version. Safe with concurrent and late writers: each put
   * names the revision that it replaces. The old record of a candidate's key is overwritten on disk first. Returns the revision of the record or of the newer one. */
  put(hash: string, record: KeyRecord): Promise<number>
  /** The first entries from this revision on, at most `limit`. */
  read(fromRevision: number, limit: number): Promise<BucketEntry[]>
  /** Replaces an entry by a delete marker, which gateways receive. Does nothing when it has changed. */
  markDeleted(hash: string, revision: number): Promise<void>
  /** Removes one entry without a trace. */
  erase(revision: number): Promise<void>
  /** Removes the entry of a hash without a trace. */
  eraseHash(hash: string): Promise<void>
}

/** Keys that ended before `before`, and those of deleted sandboxes that ended before `sandboxBefore`, are not in the bucket. */
export function removedBefore(now: Date): { before: Date; sandboxBefore: Date } {
  return {
    before: new Date(now.getTime() - ENDED_RECORD_RETENTION_MS),
    sandboxBefore: new Date(now.getTime() - ENDED_KEY_RETENTION_MS),
  }
}

/** Opens the bucket, and creates it when there is none. */
export async function openKeyBucket(bus: Bus, signer: KeyFeedSigner): Promise<KeyBucket> {
  const { created, lastSeq } = await readState(bus)
  const kv = await new Kvm(bus.js).open(KEY_BUCKET)
  const { streams } = bus.jsm

  async function putOnce(hash: string, value: string, { kind, version }: KeyRecord): Promise<number> {
    const isPersonal = kind === 'candidate'
    const entry = await kv.get(hash)
    const text = entry?.operation === 'PUT' ? entry.string() : undefined
    if (entry && text !== undefined) {
      const stored = signer.readRecord(created, hash, text)
      if (text === value || (stored && stored.version > version)) return entry.revision
    }
    if (!entry) return kv.create(hash, value)
    if (!isPersonal) return kv.update(hash, value, entry.revision)
    await overwrite(entry.revision)
    return kv.create(hash, value)
  }

  // A replaced or purged entry stays readable in the files of the server; a deleted one is overwritten.
  const overwrite = (revision: number) =>
    streams.deleteMessage(STREAM, revision, true).catch(ignoreIf(isNoMessage))

  return {
    created,
    signer: signer.fingerprint,
    lastSeq,
    async put(hash, record) {
      const value = signer.signRecord(created, hash, record)
      for (let attempt = 1; ; attempt++) {
        try {
          return await putOnce(hash, value, record)
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isWrongRevision(error)) throw error
        }
      }
    },
    async read(fromRevision, limit) {
      const messages = await readMessages(bus, fromRevision, limit)
      return messages.map((message) =>
        toEntry(message, (hash) => signer.readRecord(created, hash, message.string())),
      )
    },
    markDeleted: (hash, revision) =>
      kv.delete(hash, { previousSeq: revision }).catch(ignoreIf(isWrongRevision)),
    erase: async (revision) => void (await streams.deleteMessage(STREAM, revision)),
    async eraseHash(hash) {
      const entry = await kv.get(hash)
      if (entry) await overwrite(entry.revision)
    },
  }
}

/** Throws when not all of them arrive: a part would be taken for everything that there is. */
async function readMessages(bus: Bus, from: number, limit: number): Promise<JsMsg[]> {
  const { name, num_pending } = await bus.jsm.consumers.add(STREAM, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    inactive_threshold: READ_TIMEOUT_MS * 1_000_000,
  })
  const count = Math.min(num_pending, limit)
  const messages: JsMsg[] = []
  if (count > 0) {
    const consumer = await bus.js.consumers.get(STREAM, name)
    const batch = await consumer.fetch({ max_messages: count, expires: READ_TIMEOUT_MS })
    for await (const message of batch) messages.push(message)
  }
  await bus.jsm.consumers.delete(STREAM, name)
  if (messages.length < count) throw new Error('the entries of the key bucket could not be read')
  return messages
}

function toEntry(
  { subject, seq, headers }: JsMsg,
  readRecord: (hash: string) => KeyRecord | undefined,
): BucketEntry {
  const name = subject.slice(SUBJECT_PREFIX.length)
  const hash = HASH.test(name) ? name : undefined
  const isDeleted = Boolean(headers?.get('KV-Operation'))
  return { hash, revision: seq, isDeleted, record: hash && !isDeleted ? readRecord(hash) : undefined }
}

async function readState(bus: Bus): Promise<{ created: string; lastSeq: number }> {
  const info = await bus.jsm.streams.info(STREAM).catch(ignoreIf(isNotFound))
  if (info) return { created: info.created, lastSeq: info.state.last_seq }
  await createBucket(bus, KEY_BUCKET)
  const { created, state } = await bus.jsm.streams.info(STREAM)
  return { created, lastSeq: state.last_seq }
}

/** Creates a bucket unless it exists. */
function createBucket(bus: Bus, name: string): Promise<KV> {
  const replicas = bus.streamReplicas
  return new Kvm(bus.js).create(name, { history: 1, storage: StorageType.File, replicas })
}

function isWrongRevision(error: unknown): boolean {
  return error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code)
}

function isNoMessage(error: unknown): boolean {
  return error instanceof JetStreamApiError && NO_MESSAGE.has(error.code)
}

function isNotFound(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === STREAM_NOT_FOUND
}

function ignoreIf(isIgnored: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!isIgnored(error)) throw error
    return undefined
  }
}

/** Up to which revision the bucket created at `created` has every committed change. */
export interface Watermark {
  created: string
  revision: number
}

/** Announces to all gateways up to which revision the bucket holds every committed change (D-16). They ignore one whose
 * `atMs` is not higher than the last. */
export function announceWatermark(bus: Bus, signer: KeyFeedSigner, watermark: Watermark, atMs: number): void {
  bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(signer.signWatermark(watermark, atMs)))
}

/** Stores the watermark for gateways that start while accounts is down. */
export async function storeWatermark(bus: Bus, signer: KeyFeedSigner, watermark: Watermark): Promise<void> {
  const bucket = await createBucket(bus, KEY_WATERMARK_BUCKET)
  await bucket.put(KEY_WATERMARK_KEY, JSON.stringify(signer.signWatermark(watermark)))
}

/** The record that gateways authenticate by. */
export function toRecord(key: AnyKey): KeyRecord {
  return {
    id: key.id,
    kind: key.kind,
    status: key.status,
    expiresAtMs: key.expiresAt?.getTime() ?? null,
    revokedAtMs: key.revokedAt?.getTime() ?? null,
    employerId: key.kind === 'recruiter' ? key.employerId : null,
    candidateId: key.kind === 'candidate' ? key.candidateId : null,
    userId: key.kind === 'recruiter' ? key.userId : null,
    name: key.name,
    scopes: key.scopes,
    version: key.version,
    ...(key.sandboxId !== null && { sandboxId: key.sandboxId }),
  }
}
