import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import pg from 'pg'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { type Figure, markdownTable, quantile, sum } from './figures.ts'
import { mapConcurrently, steadily } from './load.ts'
import { createCandidates, createEmployer, type Employer } from './people.ts'

const SANDBOXES = Number(process.env.BENCH_SANDBOXES ?? scaled(200, 4))
const IN_USE = Math.min(40, SANDBOXES)
/** Of each kind of live call, and of calls in sandboxes together. */
const LIVE_PER_SECOND = 2
const SANDBOX_PER_SECOND = 4
const TURN_SECONDS = scaled(40, 5)
const TURNS = 3
/** Turns without sandboxes, then of both others, and the one that warms up. */
const ALL_TURNS = 1 + 3 * TURNS
// A timer can be late, or early.
const CANDIDATES = ALL_TURNS * (TURN_SECONDS * LIVE_PER_SECOND + 5)
const RESETS = scaled(20, 2)
const GOAL_MB = 300
const FILLED_WITHIN_MS = 1_800_000

type Kind = 'list jobs' | 'CV search' | 'apply' | 'list applications'
type Times = Record<Kind, number[]>

interface Data {
  employer: Employer
  candidateKeys: string[]
}

export const sandboxes: Benchmark<Data> = {
  name: 'sandboxes',
  help: `live calls at a low steady rate without a sandbox, then in turns beside 200 that rest and 200 in use
(BENCH_SANDBOXES); their disk, and a reset (about eight minutes)`,
  async fill(bench) {
    const scopes = ['JobPosting', 'Applications', 'CvSearch']
    const employer = await createEmployer(bench, { scopes, keys: 3 * LIVE_PER_SECOND + 2, jobs: 1 })
    bench.log(`Creating ${CANDIDATES} candidates…`)
    const candidateKeys = await createCandidates(bench, CANDIDATES, ['Applications', 'Apply'])
    return { employer, candidateKeys }
  },
  async measure(bench, data) {
    const { log } = bench
    let next = 0
    const turn = async (what: string, times: Times, keys: string[] = []) => {
      log(`${what}, ${TURN_SECONDS} s, load ${loadavg()[0]!.toFixed(1)}…`)
      const isOver = openDeadline()
      const inSandboxes = keys.length > 0 && steadily(SANDBOX_PER_SECOND, inSandbox(bench, keys), isOver)
      await steadily(LIVE_PER_SECOND, () => callEach(bench, data, next++, times), isOver)
      await inSandboxes
    }
    const [none, resting, inUse] = [noTimes(), noTimes(), noTimes()]
    await turn('To warm up', noTimes())
    for (let i = 0; i < TURNS; i++) await turn('Without sandboxes', none)
    const before = await databaseMb(bench)
    const keys = await makeSandboxes(bench)
    const after = await databaseMb(bench)
    for (let i = 0; i < TURNS; i++) {
      await turn(`Beside ${SANDBOXES} that rest`, resting)
      await turn(`Beside ${SANDBOXES} in use`, inUse, keys)
    }
    const resets = await timeResets(bench, keys)
    return { figures: figuresOf(before, after, resets), tables: [tableOf({ none, resting, inUse })] }
  },
}

const noTimes = (): Times => ({ 'list jobs': [], 'CV search': [], apply: [], 'list applications': [] })

function openDeadline(): () => boolean {
  const endsAt = performance.now() + TURN_SECONDS * 1_000
  return () => performance.now() >= endsAt
}

/** One live call of each kind, one after the other. */
async function callEach(
  { stack: { baseUrl } }: Bench,
  { employer, candidateKeys }: Data,
  i: number,
  times: Times,
): Promise<void> {
  const key = employer.keys[i % employer.keys.length]!
  const jobId = employer.jobIds[0]!
  const calls: [Kind, () => Promise<unknown>][] = [
    ['list jobs', () => getJson(baseUrl, key, '/api/v1/jobs')],
    ['CV search', () => postJson(baseUrl, key, '/api/v1/candidates/search', { query: 'rigger AND crane' })],
    [
      'apply',
      () => postJson(baseUrl, candidateKeys[i]!, '/api/v1/me/applications', { jobId, confirm: true }),
    ],
    ['list applications', () => getJson(baseUrl, key, `/api/v1/jobs/${jobId}/applications`)],
  ]
  for (const [kind, call] of calls) {
    const begin = performance.now()
    await call()
    times[kind].push(performance.now() - begin)
  }
}

/** Calls of sandboxes in turn: a search, applies, lists, a new job. */
function inSandbox({ stack: { baseUrl } }: Bench, keys: string[]): (i: number) => Promise<unknown> {
  const jobs = new Map<string, number>()
  return async (i) => {
    const key = keys[i % keys.length]!
    const post = <T>(path: string, body: unknown) => postJson<T>(baseUrl, key, `/api/v1${path}`, body)
    const jobId = jobs.get(key)
    if (jobId === undefined) {
      const { id } = await post<{ id: number }>('/jobs', jobDraft)
      await post(`/jobs/${id}/publish`, { expiryDate: new Date(Date.now() + 86_400_000) })
      jobs.set(key, id)
      return
    }
    const round = Math.floor(i / keys.length) % 3
    if (round === 0) await post('/candidates/search', { query: '"TIG welding" OR develop*', pageSize: 50 })
    if (round === 1) await post('/sandbox/applications', { jobId, count: 2 })
    if (round === 2) await getJson(baseUrl, key, `/api/v1/jobs/${jobId}/applications`)
  }
}

/** Makes the sandboxes and waits until search has their candidates. Returns keys of those that are used. */
async function makeSandboxes(bench: Bench): Promise<string[]> {
  const { admin, log } = bench
  log(`Making ${SANDBOXES} sandboxes…`)
  const ids = await mapConcurrently(SANDBOXES, 2, async (i) => {
    const { id } = await admin<{ id: number }>('/admin/v1/employers', { name: `Tester ${i}` })
    return (await admin<{ id: number }>(`/admin/v1/employers/${id}/sandbox`, {})).id
  })
  const search = await bench.connect('search')
  const count = 'select count(distinct sandbox_id)::int as count from sandbox_candidate'
  const isFilled = async () => (await search.query(count)).rows[0].count === SANDBOXES
  await eventually('candidates of all sandboxes', isFilled, FILLED_WITHIN_MS, 1_000)
  await sleep(scaled(10_000))
  return mapConcurrently(IN_USE, 2, async (i) => {
    const body = { name: 'bench', scopes: ['JobPosting', 'Applications', 'CvSearch'] }
    return (await admin<{ apiKey: string }>(`/admin/v1/employers/${ids[i]}/api-keys`, body)).apiKey
  })
}

async function timeResets({ stack: { baseUrl } }: Bench, keys: string[]): Promise<number[]> {
  return mapConcurrently(RESETS, 1, async (i) => {
    const begin = performance.now()
    await postJson(baseUrl, keys[i % keys.length]!, '/api/v1/sandbox/reset', {})
    return performance.now() - begin
  })
}

/** Megabytes of all databases after a vacuum. */
async function databaseMb({ stack: { plans } }: Bench): Promise<number> {
  const urls = [...new Set(plans.flatMap(({ plan: { env } }) => env.DATABASE_URL ?? []))]
  const sizes = await mapConcurrently(urls.length, 1, async (i) => {
    const client = new pg.Client({ connectionString: urls[i]! })
    await client.connect()
    try {
      await client.query('vacuum')
      const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
      return rows[0].bytes / 1_048_576
    } finally {
      await client.end()
    }
  })
  return sum(sizes)
}

function figuresOf(before: number, after: number, resets: number[]): Figure[] {
  const perSandbox = (after - before) / SANDBOXES
  const goal = `<= ${(GOAL_MB * SANDBOXES) / 200} MB`
  return [
    { what: 'databases without sandboxes', value: before, unit: 'MB' },
    { what: `${SANDBOXES} sandboxes in all databases`, value: after - before, unit: 'MB', goal },
    { what: 'one sandbox', value: perSandbox, unit: 'MB' },
    { what: 'reset: p50', value: quantile(resets, 0.5), unit: 'ms', goal: '<= 2000 ms' },
    { what: 'reset: longest', value: Math.max(...resets), unit: 'ms', goal: '<= 2000 ms' },
  ]
}

function tableOf({ none, resting, inUse }: Record<'none' | 'resting' | 'inUse', Times>): string {
  const cell = (times: number[]) => `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`
  const change = (from: number[], to: number[]) =>
    `${(100 * (quantile(to, 0.95) / quantile(from, 0.95) - 1)).toFixed(0)} %`
  const head = [
    'live call, p50 / p95 in ms',
    'no sandbox',
    'they rest',
    'in use',
    'p95 in use beside resting',
  ]
  const rows = (Object.keys(none) as Kind[]).map((kind) => [
    kind,
    cell(none[kind]),
    cell(resting[kind]),
    cell(inUse[kind]),
    change(resting[kind], inUse[kind]),
  ])
  return markdownTable(head, rows)
}
