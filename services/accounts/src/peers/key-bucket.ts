import { KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/internal/keys'
import type { Bus } from '@jobboard/events/nats/bus'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { JetStreamApiError, StorageType } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'

const STREAM = `KV_${KEY_BUCKET}`
const SUBJECT_PREFIX = `$KV.${KEY_BUCKET}.`
const HASH = /^[0-9a-f]{64}$/
const MAX_ATTEMPTS = 5
const WRONG_LAST_SEQUENCE = new Set([10071, 10164])
const STREAM_NOT_FOUND = 10059

/** An entry of the bucket, whoever has written it. */
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
  lastSeq: number
  /** Stores a record unless the bucket has a newer version. Safe with concurrent and late writers: each put
   * names the revision that it replaces. Returns the revision of the record or of the newer one. */
  put(hash: string, record: KeyRecord): Promise<number>
  /** The first entry from this revision on; undefined when there is none. */
  next(fromRevision: number): Promise<BucketEntry | undefined>
  /** Replaces an entry by a delete marker, which gateways receive. Does nothing when it has changed. */
  markDeleted(hash: string, revision: number): Promise<void>
  /** Removes one entry without a trace. */
  erase(revision: number): Promise<void>
  /** Removes the entries of a hash without a trace. */
  eraseHash(hash: string): Promise<void>
}

/** Opens the bucket, and creates it when there is none. */
export async function openKeyBucket(bus: Bus, signer: KeyFeedSigner): Promise<KeyBucket> {
  const { created, lastSeq } = await readState(bus)
  const kv = await new Kvm(bus.js).open(KEY_BUCKET)
  const { streams } = bus.jsm

  async function putOnce(hash: string, value: string, version: number): Promise<number> {
    const entry = await kv.get(hash)
    const text = entry?.operation === 'PUT' ? entry.string() : undefined
    if (entry && text !== undefined) {
      const stored = signer.readRecord(created, hash, text)
      if (text === value || (stored && stored.version > version)) return entry.revision
    }
    return entry ? kv.update(hash, value, entry.revision) : kv.create(hash, value)
  }

  return {
    created,
    lastSeq,
    async put(hash, record) {
      const value = signer.signRecord(created, hash, record)
      for (let attempt = 1; ; attempt++) {
        try {
          return await putOnce(hash, value, record.version)
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isWrongRevision(error)) throw error
        }
      }
    },
    async next(fromRevision) {
      const query = { seq: fromRevision, next_by_subj: `${SUBJECT_PREFIX}>` }
      const message = await streams.getMessage(STREAM, query)
      if (!message) return undefined
      const name = message.subject.slice(SUBJECT_PREFIX.length)
      const hash = HASH.test(name) ? name : undefined
      const isDeleted = message.header.get('KV-Operation') !== ''
      const record = hash && !isDeleted ? signer.readRecord(created, hash, message.string()) : undefined
      return { hash, revision: message.seq, record, isDeleted }
    },
    markDeleted: (hash, revision) =>
      kv.delete(hash, { previousSeq: revision }).catch(ignoreIf(isWrongRevision)),
    erase: async (revision) => void (await streams.deleteMessage(STREAM, revision)),
    eraseHash: async (hash) => void (await streams.purge(STREAM, { filter: SUBJECT_PREFIX + hash })),
  }
}

async function readState(bus: Bus): Promise<{ created: string; lastSeq: number }> {
  const info = await bus.jsm.streams.info(STREAM).catch(ignoreIf(isNotFound))
  if (info) return { created: info.created, lastSeq: info.state.last_seq }
  await createBucket(bus, KEY_BUCKET)
  const { created, state } = await bus.jsm.streams.info(STREAM)
  return { created, lastSeq: state.last_seq }
}

/** Creates a bucket unless it exists. */
export function createBucket(bus: Bus, name: string): Promise<KV> {
  const replicas = bus.streamReplicas
  return new Kvm(bus.js).create(name, { history: 1, storage: StorageType.File, replicas })
}

function isWrongRevision(error: unknown): boolean {
  return error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code)
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
