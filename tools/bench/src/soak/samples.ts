import { readdirSync } from 'node:fs'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import { quantile } from '../figures.ts'
import { rssMb } from '../proxy/process-usage.ts'
import type { Load } from './load.ts'

/** One moment of the whole system, by name of the series. */
export type Sample = Record<string, number>

/** What each series counts, in the order of the charts. */
export const SERIES = {
  'p50 ms': 'response time of all calls since the sample before',
  'p99 ms': 'response time of all calls since the sample before',
  'services MB': 'resident memory of all processes of the services',
  'gateway MB': 'resident memory of the gateway',
  'NATS MB': 'resident memory of NATS',
  'file handles': 'open file handles of all services',
  connections: 'connections to Postgres',
  'dead tuples': 'row versions that vacuum has not removed, in all databases',
  'WAL MB/s': 'write-ahead log since the sample before',
  'events waiting': 'rows of all outboxes that are not published',
  'webhooks waiting': 'webhooks that have not arrived yet',
} as const

/** Reads samples; `close` ends its connections. */
export interface Sampler {
  read(load: Load, webhooksArrived: number): Promise<Sample>
  close(): Promise<void>
}

/** Opens a connection to each database of the stack. */
export async function openSampler({ services, servers, plans }: Stack): Promise<Sampler> {
  const urls = [...new Set(plans.flatMap(({ plan }) => plan.env.DATABASE_URL ?? []))]
  const clients = await Promise.all(
    urls.map(async (connectionString) => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client
    }),
  )
  const readAll = async (sql: string) => {
    const results = await Promise.all(clients.map((client) => client.query(sql)))
    return results.reduce((sum, { rows }) => sum + Number(rows[0].value ?? 0), 0)
  }
  const first = clients[0]!
  let [walAt, walBytes] = [0, 0]

  async function walMbPerSecond(): Promise<number> {
    const { rows } = await first.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as value`)
    const [now, bytes] = [performance.now(), rows[0].value as number]
    const rate = walAt ? ((bytes - walBytes) * 1_000) / (now - walAt) / 1e6 : 0
    walAt = now
    walBytes = bytes
    return rate
  }

  return {
    async read(load, webhooksArrived) {
      const times = load.drainTimes()
      const memory = (chosen: typeof services) => chosen.reduce((sum, { pid }) => sum + rssMb(pid()), 0)
      const nats = servers.nats()
      return {
        'p50 ms': quantile(times, 0.5),
        'p99 ms': quantile(times, 0.99),
        'services MB': memory(services),
        'gateway MB': memory(services.filter(({ name }) => name === 'gateway')),
        'NATS MB': nats ? rssMb(nats) : 0,
        'file handles': services.reduce((sum, { pid }) => sum + readdirSync(`/proc/${pid()}/fd`).length, 0),
        connections: Number(
          (
            await first.query(
              `select count(*) as value from pg_stat_activity where backend_type = 'client backend'`,
            )
          ).rows[0].value,
        ),
        'dead tuples': await readAll('select sum(n_dead_tup) as value from pg_stat_user_tables'),
        'WAL MB/s': await walMbPerSecond(),
        'events waiting': await readAll(OUTBOX),
        'webhooks waiting': load.webhooksExpected - webhooksArrived,
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}

// The portal has no outbox.
const OUTBOX = `
  select case when to_regclass('outbox') is null then 0
    else (xpath('/row/n/text()', query_to_xml('select count(*) as n from outbox where published_at is null',
      false, true, '')))[1]::text::bigint end as value`
