import { KEY_BUCKET, type KeyRecord } from '@jobboard/contracts/internal/keys'
import { openBus } from '@jobboard/events/bus'
import { hashOf, mintKey } from '@jobboard/service/api-key'
import { openLog } from '@jobboard/service/log'
import { Kvm } from '@nats-io/kv'

/** The bucket that gateways follow, filled without the accounts service. */
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
  const keys: string[] = []
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
    close: () => bus.close(),
  }
}

function recordOf(id: number): KeyRecord {
  const owner = { employerId: 1 + (id % 5_000), candidateId: null, userId: 1 + (id % 20_000) }
  const rest = { name: `Key number ${id}`, scopes: ['JobPosting', 'Applications'], version: 1 }
  return { id, kind: 'recruiter', status: 'Active', expiresAtMs: null, ...owner, ...rest }
}
