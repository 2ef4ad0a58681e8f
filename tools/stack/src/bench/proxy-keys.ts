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

/** The bucket that gateways follow, kept without the accounts service. */
export interface Keys {
  /** Puts recruiter keys in until there are that many; answers all of them. */
  fill(count: number): Promise<string[]>
  count(): number
  close(): Promise<void>
}

const AT_ONCE = 500

/** Makes the bucket; it is empty. */
export async function openKeys(natsUrl: string): Promise<Keys> {
  const bus = openBus({ url: natsUrl, name: 'bench', log: openLog('bench', 'silent') })
  await bus.ready()
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, { history: 1 })
  const { created } = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  const keys: string[] = []
  // As accounts says it: what is in the bucket is all there is.
  const telling = setInterval(() => {
    const told: KeyWatermark = { created, revision: 0 }
    bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(told))
  }, KEY_WATERMARK_INTERVAL_MS)
  return {
    async fill(count) {
      while (keys.length < count) {
        const first = keys.length
        const texts = Array.from({ length: Math.min(AT_ONCE, count - first) }, () => mintKey('recruiter'))
        keys.push(...texts)
        await Promise.all(
          texts.map((text, index) => bucket.put(hashOf(text), JSON.stringify(recordOf(first + index + 1)))),
        )
      }
      return keys
    },
    count: () => keys.length,
    close() {
      clearInterval(telling)
      return bus.close()
    },
  }
}

function recordOf(id: number): KeyRecord {
  const owner = { employerId: 1 + (id % 5_000), candidateId: null, userId: 1 + (id % 20_000) }
  const rest = { name: `Key number ${id}`, scopes: ['JobPosting', 'Applications'], version: 1 }
  return { id, kind: 'recruiter', status: 'Active', expiresAtMs: null, ...owner, ...rest }
}
