import { type KeyRecord, keyRecord } from '@jobboard/contracts/internal/keys'
import { JetStreamApiError } from '@nats-io/jetstream'
import type { KV, KvEntry } from '@nats-io/kv'

const TRIES = 5
const WRONG_LAST_SEQUENCE = new Set([10071, 10164])

/** Makes the bucket hold this version or a newer one, however many writers there are and however late a put arrives:
 * each put names the revision it replaces. Returns the revision that holds it. */
export async function putRecord(bucket: KV, hash: string, record: KeyRecord): Promise<number> {
  const value = JSON.stringify(record)
  for (let left = TRIES; ; left--) {
    const entry = await bucket.get(hash)
    if (entry && holds(entry, value, record.version)) return entry.revision
    try {
      return entry ? await bucket.update(hash, value, entry.revision) : await bucket.create(hash, value)
    } catch (error) {
      if (left === 1 || !isOvertaken(error)) throw error
    }
  }
}

function holds(entry: KvEntry, value: string, version: number): boolean {
  if (entry.operation !== 'PUT') return false
  const text = entry.string()
  if (text === value) return true
  try {
    const held = keyRecord.safeParse(JSON.parse(text))
    return held.success && held.data.version > version
  } catch {
    return false
  }
}

function isOvertaken(error: unknown): boolean {
  return error instanceof JetStreamApiError && WRONG_LAST_SEQUENCE.has(error.code)
}
