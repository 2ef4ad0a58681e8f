import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { type Figure, markdownTable, quantile } from './figures.ts'
import { startFlood, steadily } from './load.ts'
import { createCandidates, createEmployer } from './people.ts'

const REQUESTS = 90
const CONNECTIONS = 10
const CALLS_PER_SECOND = 50
const QUIET_CALLS = scaled(100, 20)
const WARM_UP_CALLS = scaled(200, 20)
const PAUSE_MS = 1_000
/** Requests per minute and key are limited. */
const KEYS = 40
const GOAL_RATIO = 5
const BYTES = 1_040_000

type Kind = 'employer' | 'candidate'

const filled = (part: string) => part.repeat(Math.floor(BYTES / part.length))
const names = (count: number, length: number) =>
  `{${Array.from({ length: count }, (_, i) => `"${`k${i}`.padEnd(length, 'x')}":0`).join()}}`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** Bodies of about 1 MB, unless they say another size; the kind of key that sends them, and whose service handles them. */
const attacks: [what: string, by: Kind, body: string, headers?: Record<string, string>][] = [
  // What any 90 calls at this pace cost.
  ['refused, 100 bytes', 'employer', `{"title":7,"a":"${'x'.repeat(83)}"}`],
  ['`[[[[…`', 'employer', filled('[')],
  ['`[[[[…` to the profile', 'candidate', filled('[')],
  ['valid nesting', 'employer', nested(BYTES / 2)],
  ['valid nesting in the profile', 'candidate', `{"headline":"A","x":${nested(BYTES / 2 - 20)}}`],
  ['90 000 names', 'employer', names(90_000, 6)],
  ['19 900 names, accepted', 'candidate', names(19_900, 45)],
  ['19 900 names, strict', 'employer', names(19_900, 45), { prefer: 'handling=strict' }],
  ['no JSON at its last byte', 'employer', `["${filled('\\n')}"`],
  ['lines without a value', 'employer', filled('\n')],
  ['a title of 1 MB', 'employer', JSON.stringify({ title: '😀'.repeat(BYTES / 4) })],
  ['19 000 wrong items, 40 KB', 'employer', `{"title":"A","screeningQuestions":[${'1,'.repeat(19_000)}1]}`],
]

const calls = { employer: '/api/v1/jobs?pageSize=1', candidate: '/api/v1/me/profile' }
const targets = {
  employer: { method: 'POST', path: '/api/v1/jobs' },
  candidate: { method: 'PUT', path: '/api/v1/me/profile' },
} as const

/** Keys of the others, one owner each: a budget of bytes is that of an owner. */
type Keys = Record<Kind, string[]>

export const hostile: Benchmark<Keys> = {
  name: 'hostile',
  help: 'how long others wait while one key sends 90 bodies of 1 MB that cost much (about two minutes)',
  fill: async (bench) => ({
    employer: await mint(bench, 'employer', KEYS),
    candidate: await mint(bench, 'candidate', KEYS),
  }),
  async measure(bench, keys) {
    let sent = 0
    const call = async (by: Kind) => {
      const headers = { authorization: `Bearer ${keys[by][sent++ % KEYS]}` }
      const begin = performance.now()
      const response = await fetch(bench.stack.baseUrl + calls[by], { headers })
      await response.arrayBuffer()
      return { tookMs: performance.now() - begin, status: response.status }
    }
    /** One call each 20 ms, whether the one before has ended or not. */
    const callUntil = async (by: Kind, isOver: (started: number) => boolean) => {
      const ended: Awaited<ReturnType<typeof call>>[] = []
      await steadily(CALLS_PER_SECOND, async () => ended.push(await call(by)), isOver)
      const p95 = quantile(
        ended.map(({ tookMs }) => tookMs),
        0.95,
      )
      return { p95, count: ended.length, failed: ended.filter(({ status }) => status !== 200).length }
    }
    for (let i = 0; i < WARM_UP_CALLS; i++) await call(i % 2 ? 'employer' : 'candidate')
    const figures: Figure[] = []
    const rows: (string | number)[][] = []
    for (const [what, by, body, more] of attacks) {
      bench.log(`${what}…`)
      const [key] = await mint(bench, by, 1)
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }
      const quiet = await callUntil(by, (started) => started >= QUIET_CALLS)
      const { method, path } = targets[by]
      // Its CPU time belongs to another machine: the stack goes first.
      const flood = await startFlood(['nice', '-n', '19'])
      let isOver = false
      const attack = { connections: CONNECTIONS, amount: REQUESTS, url: bench.stack.baseUrl + path }
      const attacking = flood({ ...attack, method, headers, body }).finally(() => (isOver = true))
      // Thrown below.
      attacking.catch(() => {})
      const during = await callUntil(by, () => isOver)
      const { statuses } = await attacking
      const ratio = during.p95 / quiet.p95
      figures.push(
        { what: `${what}: p95 of others to quiet p95`, value: ratio, unit: '', goal: `<= ${GOAL_RATIO}` },
        { what: `${what}: calls of others that failed`, value: during.failed, unit: '', goal: '0' },
      )
      const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
      rows.push([
        what,
        answers.join(', '),
        String(during.count),
        quiet.p95,
        during.p95,
        ratio,
        String(during.failed),
      ])
      await sleep(PAUSE_MS)
    }
    const head = [
      '90 bodies of one key',
      'its responses',
      'calls of others',
      'quiet p95, ms',
      'p95, ms',
      'ratio',
    ]
    return { figures, tables: [markdownTable([...head, 'failed'], rows)] }
  },
}

/** A key each of new employers or candidates. */
async function mint(bench: Bench, by: Kind, count: number): Promise<string[]> {
  if (by === 'candidate') return createCandidates(bench, count, ['Profile'])
  const keys: string[] = []
  for (let i = 0; i < count; i++) {
    keys.push(...(await createEmployer(bench, { scopes: ['JobPosting'], keys: 1 })).keys)
  }
  return keys
}
