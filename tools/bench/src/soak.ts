import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import { eventually } from '@jobboard/testkit/eventually'
import type { Receiver } from '@jobboard/testkit/receiver'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { type Figure, markdownTable, quantile, sum } from './figures.ts'
import { steadily } from './load.ts'
import {
  APPLIES_EACH,
  applyAs,
  createCandidates,
  createEmployer,
  type Employer,
  publishJob,
} from './people.ts'
import { rssMb } from './processes.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? scaled(20))
const PER_SECOND = Number(process.env.SOAK_RATE ?? 10)
const ROUNDS = Math.ceil(PER_SECOND * MINUTES * 60)
/** A key may read and move 60 applications a minute: enough for 80 rounds a second. */
const EMPLOYER_KEYS = scaled(400, 100)
const SAMPLE_MS = 5_000
const SETTLED_MINUTES = 2
const WEBHOOKS_WITHIN_MS = 60_000
// An application can be read some milliseconds after it was created.
const VISIBLE_WITHIN_MS = 10_000

interface Data {
  receiver: Receiver
  employer: Employer
  candidateKeys: string[]
}

export const soak: Benchmark<Data> = {
  name: 'soak',
  help: `what grows in 20 minutes (SOAK_MINUTES=60) of 10 rounds of calls a second (SOAK_RATE=5): a candidate finds jobs and
applies, a recruiter lists applications, reads the new one and moves it, both changes arrive as webhooks; each second round
searches CVs, each twentieth publishes a job`,
  async fill(bench) {
    const receiver = await bench.openReceiver()
    const wanted = { scopes: ['JobPosting', 'Applications', 'CvSearch'], keys: EMPLOYER_KEYS }
    const own = { ...wanted, jobs: APPLIES_EACH, webhookUrl: receiver.url }
    const employer = await createEmployer(bench, own)
    const scopes = ['Profile', 'Applications', 'Apply']
    const candidateKeys = await createCandidates(bench, Math.ceil(ROUNDS / APPLIES_EACH), scopes)
    return { receiver, employer, candidateKeys }
  },
  async measure(bench, { receiver, employer, candidateKeys }) {
    const rounds = openRounds(bench, employer)
    bench.log(`${PER_SECOND} rounds a second for ${MINUTES} minutes…`)
    const readSample = await openSampler(bench)
    const samples: Sample[] = []
    const missing = () =>
      rounds.webhooksExpected() - new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size
    let isOver = false
    const sampling = (async () => {
      for (let n = 1; !isOver; n++) {
        await sleep(SAMPLE_MS)
        const times = rounds.drainTimes()
        const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
        const seen = { 'p50 ms': p50, 'p99 ms': p99, 'webhooks waiting': missing() }
        samples.push({ ...seen, ...(await readSample()) })
        if (n % 12 === 0)
          bench.log(`minute ${n / 12}: p99 ${p99.toFixed(0)} ms, ${missing()} webhooks waiting`)
      }
    })()
    await steadily(
      PER_SECOND,
      (i) => rounds.run(candidateKeys, i),
      (started) => started >= ROUNDS,
    )
    isOver = true
    await sampling
    // What is missing then is a figure.
    await eventually('every webhook', async () => missing() === 0, WEBHOOKS_WITHIN_MS, 100).catch(() => {})
    const failures = [...rounds.failures].map(([what, times]) => [what, String(times)])
    if (failures.length > 0 || missing() > 0) process.exitCode = 1
    const unit = `of ${rounds.webhooksExpected()}`
    const figures: Figure[] = [
      { what: 'soak: rounds', value: PER_SECOND, unit: '/s' },
      { what: 'soak: webhooks missing', value: missing(), unit, goal: '0' },
    ]
    const failed = failures.length > 0 ? [markdownTable(['failed rounds', 'times'], failures)] : []
    return { figures, tables: [growthTable(samples), ...failed] }
  },
}

/** Rounds of calls, what they caused and how they failed. */
function openRounds({ stack: { baseUrl } }: Bench, employer: Employer) {
  let times: number[] = []
  let nextKey = 0
  let webhooksExpected = 0
  const failures = new Map<string, number>()
  const key = () => employer.keys[nextKey++ % employer.keys.length]!

  async function timed<T>(call: Promise<T>): Promise<T> {
    const begin = performance.now()
    const result = await call
    times.push(performance.now() - begin)
    return result
  }

  async function round(candidateKeys: string[], number: number): Promise<void> {
    const candidate = candidateKeys[number % candidateKeys.length]!
    await timed(getJson(baseUrl, candidate, '/api/v1/me/jobs?query=lamp'))
    const { id, jobId } = await timed(applyAs(baseUrl, employer, candidateKeys, number))
    webhooksExpected++
    await timed(getJson(baseUrl, key(), `/api/v1/jobs/${jobId}/applications?pageSize=20`))
    const path = `/api/v1/applications/${id}`
    await untilVisible(path)
    await timed(getJson(baseUrl, key(), path))
    await timed(postJson(baseUrl, key(), `${path}/status`, { status: 'Interviewing' }))
    webhooksExpected++
    const search = { query: 'rigger AND crane' }
    if (number % 2 === 0) await timed(postJson(baseUrl, key(), '/api/v1/candidates/search', search))
    if (number % 20 === 0) await timed(publishJob(baseUrl, key()))
  }

  /** Not timed: it is no call of its own. */
  const untilVisible = (path: string) =>
    eventually(
      `${path} can be read`,
      async () => {
        const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key()}` } })
        await response.arrayBuffer()
        return response.ok
      },
      VISIBLE_WITHIN_MS,
      20,
    )

  return {
    failures,
    webhooksExpected: () => webhooksExpected,
    /** Response times in milliseconds since the last call. */
    drainTimes() {
      const drained = times
      times = []
      return drained
    },
    run: (candidateKeys: string[], number: number) =>
      round(candidateKeys, number).catch((error: Error) => {
        // Ids differ from call to call.
        const what = error.message.slice(0, 120).replaceAll(/\d{2,}/g, 'N')
        failures.set(what, (failures.get(what) ?? 0) + 1)
      }),
  }
}

/** One moment of the whole system, by name of the series. */
type Sample = Record<string, number>

/** Opens a connection to each database of the stack; returns what reads a sample. */
async function openSampler({ stack, connect }: Bench): Promise<() => Promise<Sample>> {
  const { services, servers, plans } = stack
  const names = plans.filter(({ plan }) => plan.env.DATABASE_URL).map(({ name }) => name.replace(/-\d+$/, ''))
  const clients = await Promise.all([...new Set(names)].map(connect))
  const read = async (of: typeof clients, sql: string) => {
    const results = await Promise.all(of.map((client) => client.query(sql)))
    return sum(results.map(({ rows }) => Number(rows[0].value ?? 0)))
  }
  const memory = (chosen: typeof services) => sum(chosen.map(({ pid }) => rssMb(pid())))
  let [walAt, walBytes] = [0, 0]
  return async () => {
    const bytes = await read(
      [clients[0]!],
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as value`,
    )
    const now = performance.now()
    const wal = walAt ? ((bytes - walBytes) * 1_000) / (now - walAt) / 1e6 : 0
    walAt = now
    walBytes = bytes
    const nats = servers.nats()
    return {
      'services MB': memory(services),
      'gateway MB': memory(services.filter(({ name }) => name === 'gateway')),
      'NATS MB': nats ? rssMb(nats) : 0,
      'file handles of services': sum(services.map(({ pid }) => readdirSync(`/proc/${pid()}/fd`).length)),
      'connections to Postgres': await read([clients[0]!], COUNT_CONNECTIONS),
      'dead row versions': await read(clients, 'select sum(n_dead_tup) as value from pg_stat_user_tables'),
      'write-ahead log MB/s': wal,
      'events that are not published': await read(clients, COUNT_UNPUBLISHED),
    }
  }
}

// A session does not see of which kind the sessions of other roles are.
const COUNT_CONNECTIONS = `select sum(numbackends) as value from pg_stat_database`
// The portal has no outbox.
const COUNT_UNPUBLISHED = `
  select case when to_regclass('outbox') is null then 0
    else (xpath('/row/n/text()', query_to_xml('select count(*) as n from outbox where published_at is null',
      false, true, '')))[1]::text::bigint end as value`

/** Medians of each quarter, without the first two minutes. */
function growthTable(samples: Sample[]): string {
  const settled = samples.slice(Math.min((SETTLED_MINUTES * 60_000) / SAMPLE_MS, samples.length / 5))
  const size = settled.length / 4
  const rows = Object.keys(samples[0] ?? {}).map((name) => {
    const quarters = [0, 1, 2, 3].map((n) => {
      const values = settled.slice(n * size, (n + 1) * size).map((sample) => sample[name]!)
      return quantile(values.filter(Number.isFinite), 0.5)
    })
    const [first, last] = [quarters[0]!, quarters[3]!]
    return [name, ...quarters, first > 0 ? `${(((last - first) / first) * 100).toFixed(0)} %` : '']
  })
  return markdownTable(['series', 'first quarter', 'second', 'third', 'last', 'change'], rows)
}
