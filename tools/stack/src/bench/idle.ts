import { setTimeout as sleep } from 'node:timers/promises'
import { openBus } from '@jobboard/events/nats/bus'
import pg from 'pg'
import type { Log } from '../infra/log.ts'
import type { Stack } from '../stack.ts'
import { type Figure, markdownTable } from './figures.ts'

const SETTLE_MS = 15_000
const SECONDS = 60
const GOAL_PER_PROCESS = 3

/** What a stack without requests costs: transactions per second of each service in Postgres, and messages per second in
 * NATS by subject. */
export async function benchIdle(
  { plans, services }: Stack,
  log: Log,
): Promise<{ figures: Figure[]; tables: string[] }> {
  await sleep(SETTLE_MS)
  log(`Counting queries and messages of the idle stack for ${SECONDS} s…`)
  const messages = await countMessages(plans[0]!.plan.env.NATS_URL!)
  const urls = [...new Set(plans.flatMap(({ plan: { env } }) => env.DATABASE_URL ?? []))]
  const before = await Promise.all(urls.map(committed))
  await sleep(SECONDS * 1_000)
  const after = await Promise.all(urls.map(committed))
  const bySubject = await messages.stop()

  const rows = urls.map((url, i) => {
    const replicas = plans.filter(({ plan }) => plan.env.DATABASE_URL === url).length
    const perSecond = (after[i]! - before[i]!) / SECONDS / replicas
    return [new URL(url).pathname.slice(1), perSecond] as const
  })
  const total = [...bySubject.values()].reduce((sum, count) => sum + count, 0) / SECONDS
  const busiest = Math.max(...rows.map(([, perSecond]) => perSecond))
  const goal = `<= ${GOAL_PER_PROCESS}`
  const subjects = [...bySubject].sort(([, a], [, b]) => b - a).map(([subject, n]) => [subject, n / SECONDS])
  return {
    figures: [
      { what: 'idle: queries of the busiest process', value: busiest, unit: '/s', goal },
      { what: `idle: messages of all ${services.length} processes`, value: total, unit: '/s' },
    ],
    tables: [
      markdownTable(
        ['idle process', 'queries/s'],
        rows.map((row) => [...row]),
      ),
      markdownTable(['idle NATS subject', 'messages/s'], subjects as (string | number)[][]),
    ],
  }
}

/** Transactions of a database since its creation; a statement outside `begin` is one too. */
async function committed(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ committed: string }>(
      `select xact_commit + xact_rollback as committed from pg_stat_database where datname = current_database()`,
    )
    return Number(rows[0]!.committed)
  } finally {
    await client.end()
  }
}

/** Counts every message that clients and JetStream publish, by the first four tokens of its subject. */
async function countMessages(url: string): Promise<{ stop(): Promise<Map<string, number>> }> {
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
