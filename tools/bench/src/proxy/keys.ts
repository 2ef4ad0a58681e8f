import {
  KEY_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
  KEY_WATERMARK_SUBJECT,
  type KeyRecord,
} from '@jobboard/contracts/keys/internal'
import { openBus } from '@jobboard/events/nats/bus'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
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

/** CALLER_SECRET of the gateway under load, and of the keys that it follows. */
export const BENCH_CALLER_SECRET = 'only used within this benchmark run'

/** Creates the bucket, empty, and announces its watermark in place of accounts. */
export async function openKeyBucket(natsUrl: string): Promise<KeyBucket> {
  const bus = openBus({ url: natsUrl, name: 'bench', log: openLog('bench', 'silent') })
  await bus.ready()
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, { history: 1 })
  const { created } = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  const keys: string[] = []
  const signer = openKeyFeedSigner(BENCH_CALLER_SECRET)
  let revision = 0
  const announcing = setInterval(
    () => bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(signer.signWatermark({ created, revision }))),
    KEY_WATERMARK_INTERVAL_MS,
  )
  return {
    async fill(count) {
      while (keys.length < count) {
        const first = keys.length
        const length = Math.min(CONCURRENT_PUTS, count - first)
        const texts = Array.from({ length }, () => mintKey('recruiter'))
        keys.push(...texts)
        const puts = texts.map((text, index) => {
          const hash = hashOf(text)
          return bucket.put(hash, signer.signRecord(created, hash, recordOf(first + index + 1)))
        })
        revision = Math.max(revision, ...(await Promise.all(puts)))
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
