import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@jobboard/testkit/eventually'
import pg from 'pg'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { markdownTable, sum } from './figures.ts'
import { pssMb, rssMb } from './processes.ts'

const SETTLE_MS = scaled(15_000)
const SECONDS = scaled(60, 2)
const GOAL_PER_PROCESS = 3
const ALL_READY_MS = 120_000

export const idle: Benchmark = {
  name: 'idle',
  help: `memory, queries and messages per second of a stack without requests (75 s); with BENCH_REPLICAS=8 of 50 processes (5 GB of
memory, 200 connections, about four minutes)`,
  isDefault: true,
  fill: async () => undefined,
  async measure(bench) {
    const { plans } = bench.stack
    for (const { name, url } of plans) {
      const isReady = async () => (await fetch(`${url}/healthz/ready`)).ok
      await eventually(`${name} is ready`, () => isReady().catch(() => false), ALL_READY_MS, 500)
    }
    await sleep(SETTLE_MS)
    return await measureIdle(bench)
  },
}

async function measureIdle(bench: Bench) {
  const { stack, log, openBus } = bench
  const processes = stack.plans.length
  log(`Counting queries and messages of ${processes} idle processes for ${SECONDS} s…`)
  const databaseUrls = stack.plans.flatMap(({ plan: { env } }) => env.DATABASE_URL ?? [])
  const urls = [...new Set(databaseUrls)]
  let messages = 0
  const bus = await openBus()
  // Every message that clients and JetStream publish.
  const subscription = bus.nc.subscribe('>', { callback: () => void messages++ })
  const before = await Promise.all(urls.map(readDatabase))
  await sleep(SECONDS * 1_000)
  const after = await Promise.all(urls.map(readDatabase))
  subscription.unsubscribe()
  const rows = urls.map((url, i) => {
    const replicas = databaseUrls.filter((other) => other === url).length
    const perSecond = (after[i]!.committed - before[i]!.committed) / SECONDS / replicas
    return { name: new URL(url).pathname.slice(1), perSecond, replicas, connections: after[i]!.connections }
  })
  const total = messages / SECONDS
  const memory = memoryByProcess(bench)
  const perProcess = { unit: '/s', goal: `<= ${GOAL_PER_PROCESS}` }
  const busiest = Math.max(...rows.map(({ perSecond }) => perSecond))
  const connections = sum(rows.map((row) => row.connections))
  return {
    figures: [
      { what: 'idle: memory of the stack', value: sum(memory.map(([, , pss]) => pss)), unit: 'MB' },
      { what: 'idle: queries per process of the busiest service', value: busiest, ...perProcess },
      { what: `idle: messages of all ${processes} processes`, value: total, unit: '/s' },
      { what: 'idle: Postgres connections', value: connections, unit: '' },
    ],
    tables: [
      markdownTable(['idle process', 'resident MB', 'its share, MB'], memory),
      markdownTable(
        ['idle service', 'replicas', 'queries/s per process', 'Postgres connections'],
        rows.map((row) => [row.name, String(row.replicas), row.perSecond, String(row.connections)]),
      ),
    ],
  }
}

/** By process in MB: resident, and without what others share. */
function memoryByProcess({
  stack: { services, servers },
}: Bench): [name: string, rss: number, pss: number][] {
  const pids = [
    ...services.map(({ name, pid }) => [name, pid()] as const),
    ...Object.entries(servers).map(([name, pid]) => [name, pid()] as const),
  ]
  return pids.flatMap(([name, pid]) => (pid ? [[name, rssMb(pid), pssMb(pid)]] : []))
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
