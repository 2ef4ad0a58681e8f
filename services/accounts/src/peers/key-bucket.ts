import {
  KEY_BUCKET,
  KEY_WATERMARK_SUBJECT,
  type KeyRecord,
  type KeyWatermark,
  keyRecord,
} from '@jobboard/contracts/internal/keys'
import type { Bus } from '@jobboard/events/nats/bus'
import { JetStreamApiError, StorageType } from '@nats-io/jetstream'
import { type KV, type KvEntry, Kvm } from '@nats-io/kv'

const MAX_ATTEMPTS = 5
const WRONG_LAST_SEQUENCE = new Set([10071, 10164])

/** The bucket that gateways follow, and the state of its stream. Creates the bucket when there is none. */
export async function openKeyBucket(
  bus: Bus,
): Promise<{ bucket: KV; state: { created: string; lastSeq: number } }> {
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, {
    history: 1,
    storage: StorageType.File,
    replicas: bus.streamReplicas,
  })
  const { created, state } = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  return { bucket, state: { created, lastSeq: state.last_seq } }
}

/** Stores a record unless the bucket has a newer version. Safe with concurrent and late writers: each put
 * names the revision that it replaces. Returns the revision of the record or of the newer one. */
export async function putKeyRecord(bucket: KV, hash: string, record: KeyRecord): Promise<number> {
  const value = JSON.stringify(record)
  for (let attempt = 1; ; attempt++) {
    const entry = await bucket.get(hash)
    if (entry && isCurrent(entry, value, record.version)) return entry.revision
    try {
      return entry ? await bucket.update(hash, value, entry.revision) : await bucket.create(hash, value)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWrongRevision(error)) throw error
    }
  }
}

/** Announces to all gateways up to which revision the bucket holds every committed change (D-16). */
export function announceWatermark(bus: Bus, watermark: KeyWatermark): void {
  bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(watermark))
}

function isCurrent(entry: KvEntry, value: string, version: number): boolean {
  if (entry.operation !== 'PUT') return false
  const text = entry.string()
  if (text === value) return true
  try {
    const stored = keyRecord.safeParse(JSON.parse(text))
    return stored.success && stored.data.version > version
  } catch {
    return false
  }
}

function isWrongRevision(error: unknown): boolean {
  return error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code)
}
