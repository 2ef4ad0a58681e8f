import {
  KEY_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
  KEY_WATERMARK_SUBJECT,
  type KeyRecord,
  type KeyWatermark,
} from '@jobboard/contracts/internal/keys'
import { openBus } from '@jobboard/events/nats/bus'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { openLog } from '@jobboard/service/lifecycle/log'
import { Kvm } from '@nats-io/kv'

/** The bucket of keys that gateways follow, filled without the accounts service. */
export interface KeyBucket {
  /** Adds recruiter keys until the bucket has `count`, and returns the texts of all of them. */
  fill(count: number): Promise<string[]>
  count(): number
  close(): Promise<void>
}

const CONCURRENT_PUTS = 500

/** Creates the bucket, empty, and announces its watermark in place of accounts. */
export async function openKeyBucket(natsUrl: string): Promise<KeyBucket> {
  const bus = openBus({ url: natsUrl, name: 'bench', log: openLog('bench', 'silent') })
  await bus.ready()
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, { history: 1 })
  const { created } = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  const keys: string[] = []
  // Revision 0: a gateway does not have to wait for any revision of the bucket.
  const watermark: KeyWatermark = { created, revision: 0 }
  const announcing = setInterval(
    () => bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(watermark)),
    KEY_WATERMARK_INTERVAL_MS,
  )
  return {
    async fill(count) {
      while (keys.length < count) {
        const first = keys.length
        const length = Math.min(CONCURRENT_PUTS, count - first)
        const texts = Array.from({ length }, () => mintKey('recruiter'))
        keys.push(...texts)
        await Promise.all(
          texts.map((text, index) => bucket.put(hashOf(text), JSON.stringify(recordOf(first + index + 1)))),
        )
      }
      return keys
    },
    count: () => keys.length,
    close() {
      clearInterval(announcing)
      return bus.close()
    },
  }
}

function recordOf(id: number): KeyRecord {
  const owner = { employerId: 1 + (id % 5_000), candidateId: null, userId: 1 + (id % 20_000) }
  const rest = { name: `Key number ${id}`, scopes: ['JobPosting', 'Applications'], version: 1 }
  return { id, kind: 'recruiter', status: 'Active', expiresAtMs: null, ...owner, ...rest }
}
