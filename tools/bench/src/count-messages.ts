import { setTimeout as sleep } from 'node:timers/promises'
import { openBus } from '@jobboard/events/nats/bus'

/** Counts every message that clients and JetStream publish, by the first five tokens of its subject. */
export async function countMessages(url: string): Promise<{ stop(): Promise<Map<string, number>> }> {
  const counts = new Map<string, number>()
  const log = { info() {}, warn() {}, error() {} }
  const bus = openBus({ url, name: 'bench', log: log as never })
  bus.onConnect((nc) => {
    nc.subscribe('>', {
      callback: (_, { subject }) => {
        const tokens = subject.startsWith('_INBOX.') ? ['_INBOX'] : subject.split('.').slice(0, 5)
        const group = tokens.join('.')
        counts.set(group, (counts.get(group) ?? 0) + 1)
      },
    })
  })
  while (!bus.isUp()) await sleep(50)
  return {
    async stop() {
      const counted = new Map(counts)
      await bus.close()
      return counted
    },
  }
}
