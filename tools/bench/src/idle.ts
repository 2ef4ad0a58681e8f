import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@jobboard/stack/infra/free-port'
import type { Log } from '@jobboard/stack/infra/log'
import type { ServicePlan } from '@jobboard/stack/service-plans'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { superviseProcess } from '@jobboard/stack/supervise-process'
import pg from 'pg'
import { countMessages } from './count-messages.ts'
import { type Figure, markdownTable } from './figures.ts'

const SETTLE_MS = 15_000
const SECONDS = 60
const GOAL_PER_PROCESS = 3
const START_EVERY_MS = 1_000
const ALL_READY_MS = 120_000

/** The settings of a stack with BENCH_REPLICAS replicas of each service, which start one after the other. */
export function manyReplicas({ BENCH_REPLICAS }: NodeJS.ProcessEnv): Partial<Settings> {
  return BENCH_REPLICAS ? { replicas: Number(BENCH_REPLICAS), startEveryMs: START_EVERY_MS } : {}
}

/** What a stack without requests costs: transactions per second of each service in Postgres, and messages per second in
 * NATS by subject. With replicas, a second gateway takes part. */
export async function benchIdle(
  { plans }: Stack,
  log: Log,
): Promise<{ figures: Figure[]; tables: string[] }> {
  const hasReplicas = plans.some(({ name }) => name.endsWith('-2'))
  const secondGateway = hasReplicas ? await startSecondGateway(plans.at(-1)!, log) : undefined
  try {
    await Promise.all(plans.map(waitUntilReady))
    await sleep(SETTLE_MS)
    return await countIdle(plans, plans.length + (secondGateway ? 1 : 0), log)
  } finally {
    await secondGateway?.stop()
  }
}

async function countIdle(plans: ServicePlan[], processes: number, log: Log) {
  log(`Counting queries and messages of ${processes} idle processes for ${SECONDS} s…`)
  const messages = await countMessages(plans[0]!.plan.env.NATS_URL!)
  const urls = [...new Set(databaseUrls(plans))]
  const before = await Promise.all(urls.map(readDatabase))
  await sleep(SECONDS * 1_000)
  const after = await Promise.all(urls.map(readDatabase))
  const bySubject = await messages.stop()

  const rows = urls.map((url, i) => {
    const replicas = databaseUrls(plans).filter((other) => other === url).length
    const perSecond = (after[i]!.committed - before[i]!.committed) / SECONDS
    return { name: new URL(url).pathname.slice(1), perSecond, replicas, connections: after[i]!.connections }
  })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const total = sum([...bySubject.values()]) / SECONDS
  const busiest = Math.max(...rows.map(({ perSecond, replicas }) => perSecond / replicas))
  const goal = `<= ${GOAL_PER_PROCESS}`
  const subjects = [...bySubject].sort(([, a], [, b]) => b - a).map(([subject, n]) => [subject, n / SECONDS])
  return {
    figures: [
      { what: 'idle: queries per process of the busiest service', value: busiest, unit: '/s', goal },
      { what: `idle: messages of all ${processes} processes`, value: total, unit: '/s' },
      { what: 'idle: messages per process', value: total / processes, unit: '/s' },
      {
        what: 'idle: Postgres connections',
        value: sum(rows.map(({ connections }) => connections)),
        unit: '',
      },
    ],
    tables: [
      markdownTable(
        ['idle service', 'replicas', 'queries/s per process', 'Postgres connections'],
        rows.map((row) => [
          row.name,
          String(row.replicas),
          row.perSecond / row.replicas,
          String(row.connections),
        ]),
      ),
      markdownTable(['idle NATS subject', 'messages/s'], subjects as (string | number)[][]),
    ],
  }
}

const databaseUrls = (plans: ServicePlan[]): string[] =>
  plans.flatMap(({ plan: { env } }) => env.DATABASE_URL ?? [])

async function startSecondGateway({ plan }: ServicePlan, log: Log) {
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const logFile = plan.logFile.replace(/\.log$/, '-2.log')
  return superviseProcess('gateway-2', { ...plan, env: { ...plan.env, ...ports }, logFile }, log)
}

async function waitUntilReady({ name, url }: ServicePlan): Promise<void> {
  const deadline = performance.now() + ALL_READY_MS
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/healthz/ready`).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.status === 200) return
    await sleep(500)
  }
  throw new Error(`${name} was not ready after ${ALL_READY_MS / 1_000} s`)
}

/** Transactions of a database since its creation, where a statement outside `begin` is one too, and the connections to
 * it, without this one. */
async function readDatabase(url: string): Promise<{ committed: number; connections: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ committed: string; connections: number }>(
      `select xact_commit + xact_rollback as committed, numbackends - 1 as connections
       from pg_stat_database where datname = current_database()`,
    )
    return { committed: Number(rows[0]!.committed), connections: rows[0]!.connections }
  } finally {
    await client.end()
  }
}
