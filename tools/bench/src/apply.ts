import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '@jobboard/sdk'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { type Figure, markdownTable, quantile, sum } from './figures.ts'
import { mapConcurrently, steadily } from './load.ts'
import { APPLIES_EACH, applyAs, createCandidates, createEmployer, type Employer } from './people.ts'
import { cpuByProcess, cpuSince } from './processes.ts'

const RATES = (process.env.BENCH_RATES ?? '50,100').split(',').map(Number)
const SECONDS = scaled(20)
const IN_FLIGHT = 16
const AS_FAST_AS_POSSIBLE = scaled(2_000, 50)
const BACKLOG = scaled(600, 50)
// Code that runs often is compiled in its first seconds, however small the scale is.
const WARM_UP = Math.min(800, scaled(8_000, 50))
const APPLIES = WARM_UP + SECONDS * sum(RATES) + AS_FAST_AS_POSSIBLE + 2 * BACKLOG
const RECRUITER_KEYS = 60
const READ_EVERY_MS = 20
const LAST_WITHIN_MS = 60_000

interface Data {
  employer: Employer
  candidateKeys: string[]
  /** Milliseconds since 1970 by application: when the recruiter could read it, and when its webhook arrived. */
  visibleAt: Map<number, number>
  arrivedAt(): Map<number, number>
  countUnsigned(): Promise<number>
  stopFollowing(): Promise<void>
}

export const apply: Benchmark<Data> = {
  name: 'apply',
  help: `applies at 50 and 100 a second (BENCH_RATES=25,50) and as fast as 16 clients can: response, visible to the
recruiter, signed webhook, CPU time by process; then how fast pipeline and webhook catch up (about three minutes)`,
  isDefault: true,
  async fill(bench) {
    const receiver = await bench.openReceiver()
    const employer = await createEmployer(bench, {
      scopes: ['Applications'],
      keys: RECRUITER_KEYS,
      jobs: APPLIES_EACH,
      webhookUrl: receiver.url,
      events: ['application.submitted'],
    })
    const count = Math.ceil(APPLIES / APPLIES_EACH)
    bench.log(`Creating ${count} candidates…`)
    const candidateKeys = await createCandidates(bench, count, ['Applications', 'Apply'])
    const arrivedAt = new Map<number, number>()
    let read = 0
    return {
      employer,
      candidateKeys,
      ...followApplications(bench.stack.baseUrl, employer.keys),
      async countUnsigned() {
        const verified = receiver.received.map(({ raw, headers, at }) =>
          verifyWebhook({
            payload: raw,
            header: headers,
            secret: employer.webhookSecret!,
            now: new Date(at),
          }),
        )
        return (await Promise.allSettled(verified)).filter(({ status }) => status === 'rejected').length
      },
      arrivedAt() {
        for (; read < receiver.received.length; read++) {
          const { at, body } = receiver.received[read]!
          const id = Number(body.data.applicationId)
          if (!arrivedAt.has(id)) arrivedAt.set(id, at)
        }
        return arrivedAt
      },
    }
  },
  async measure(bench, data) {
    let next = 0
    const applyNext = () => applyAs(bench.stack.baseUrl, data.employer, data.candidateKeys, next++)
    const load = (what: string, count: number, perSecond?: number) => {
      bench.log(`${count} applies, ${what}…`)
      return runLoad(bench, data, applyNext, { what, count, perSecond })
    }
    await load('to warm up', WARM_UP)
    const runs: Run[] = []
    for (const rate of RATES) runs.push(await load(`${rate}/s`, rate * SECONDS, rate))
    runs.push(await load(`${IN_FLIGHT} clients`, AS_FAST_AS_POSSIBLE))
    const pipeline = await bench.connect('pipeline')
    const isStored = async (ids: number[]) => {
      const stored = `select count(*)::int as count from application where id = any($1)`
      return (await pipeline.query(stored, [ids])).rows[0].count === ids.length
    }
    const isSent = async (ids: number[]) => ids.every((id) => data.arrivedAt().has(id))
    const drained = [
      await drain(bench, applyNext, 'pipeline', isStored),
      await drain(bench, applyNext, 'webhook', isSent),
    ]
    await data.stopFollowing()
    const unsigned = {
      what: 'webhooks without a valid signature',
      value: await data.countUnsigned(),
      unit: '',
    }
    return {
      figures: [...drained, { ...unsigned, goal: '0' }],
      tables: [loadTable(runs), cpuTable(runs)],
    }
  },
}

/** Reads the changes of the applications of an employer that has none yet, again 20 ms after each response: a time is that much too long at
 * most. */
function followApplications(baseUrl: string, keys: string[]): Pick<Data, 'visibleAt' | 'stopFollowing'> {
  const visibleAt = new Map<number, number>()
  let isStopped = false
  const following = (async () => {
    let cursor = ''
    for (let n = 0; !isStopped; n++) {
      const response = await fetch(`${baseUrl}/api/v1/applications/changes?limit=100${cursor}`, {
        headers: { authorization: `Bearer ${keys[n % keys.length]}` },
      })
      const body = (await response.json()) as { items: { id: number }[]; nextCursor: string }
      if (response.ok) {
        for (const { id } of body.items) if (!visibleAt.has(id)) visibleAt.set(id, epochMs())
        cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
      }
      await sleep(READ_EVERY_MS)
    }
  })()
  return {
    visibleAt,
    async stopFollowing() {
      isStopped = true
      await following
    },
  }
}

const epochMs = () => performance.timeOrigin + performance.now()

/** Applies, and waits until the recruiter has seen all of them and every webhook has arrived. */
async function runLoad(
  { stack }: Bench,
  { visibleAt, arrivedAt }: Data,
  applyNext: () => Promise<{ id: number }>,
  { what, count, perSecond }: { what: string; count: number; perSecond?: number | undefined },
) {
  const startedAt = new Map<number, number>()
  const createdMs: number[] = []
  let refused = 0
  const one = async () => {
    const started = epochMs()
    try {
      startedAt.set((await applyNext()).id, started)
      createdMs.push(epochMs() - started)
    } catch {
      refused++
    }
  }
  const before = cpuByProcess(stack)
  const [begin, ownCpu] = [epochMs(), process.cpuUsage()]
  if (perSecond) await steadily(perSecond, one, (started) => started >= count)
  else await mapConcurrently(count, IN_FLIGHT, one)
  const accepted = (startedAt.size * 1_000) / (epochMs() - begin)
  const isMissing = (id: number) => !visibleAt.has(id) || !arrivedAt().has(id)
  const deadline = epochMs() + LAST_WITHIN_MS
  while (epochMs() < deadline && [...startedAt.keys()].some(isMissing)) await sleep(20)
  const cpu = cpuSince(stack, before)
  const { user, system } = process.cpuUsage(ownCpu)
  cpu.set('this client', (user + system) / 1_000)
  const seen = (at: Map<number, number>) => [...startedAt.keys()].flatMap((id) => at.get(id) ?? [])
  const rate = (at: number[]) => (at.length * 1_000) / (Math.max(...at) - begin)
  const waited = (at: Map<number, number>) =>
    [...startedAt].flatMap(([id, started]) => (at.has(id) ? [at.get(id)! - started] : []))
  return {
    what,
    accepted,
    visible: rate(seen(visibleAt)),
    webhooks: rate(seen(arrivedAt())),
    createdMs,
    visibleMs: waited(visibleAt),
    webhookMs: waited(arrivedAt()),
    cpu: new Map([...cpu].map(([name, ms]) => [name, ms / startedAt.size])),
    refused,
    missing: [...startedAt.keys()].filter(isMissing).length,
    load: loadavg()[0],
  }
}

type Run = Awaited<ReturnType<typeof runLoad>>

/** Applies while a service stands still: events a second from when it runs again until it has handled all of them. */
async function drain(
  { stack, log }: Bench,
  applyNext: () => Promise<{ id: number }>,
  service: string,
  isDone: (ids: number[]) => Promise<boolean>,
): Promise<Figure> {
  log(`${BACKLOG} applies while ${service} stands still…`)
  const signal = (name: NodeJS.Signals) => {
    const replicas = stack.services.filter((one) => one.name.replace(/-\d+$/, '') === service)
    for (const replica of replicas) process.kill(replica.pid(), name)
  }
  signal('SIGSTOP')
  const applied = await mapConcurrently(BACKLOG, IN_FLIGHT, applyNext).finally(() => signal('SIGCONT'))
  const begin = performance.now()
  const ids = applied.map(({ id }) => id)
  while (!(await isDone(ids))) {
    if (performance.now() - begin > LAST_WITHIN_MS) throw new Error(`${service} did not catch up`)
    await sleep(5)
  }
  const perSecond = (BACKLOG * 1_000) / (performance.now() - begin)
  return { what: `backlog of ${BACKLOG} events: ${service} handles`, value: perSecond, unit: '/s' }
}

const p50p99 = (times: number[]) => [0.5, 0.99].map((q) => quantile(times, q).toFixed(0)).join(', ')

const COLUMNS: Record<string, (run: Run) => string | number | undefined> = {
  applies: ({ what }) => what,
  'accepted/s': ({ accepted }) => accepted,
  'visible/s': ({ visible }) => visible,
  'webhooks/s': ({ webhooks }) => webhooks,
  '201: p50, p99 ms': ({ createdMs }) => p50p99(createdMs),
  'visible: p50, p99': ({ visibleMs }) => p50p99(visibleMs),
  'webhook: p50, p99': ({ webhookMs }) => p50p99(webhookMs),
  'CPU ms an apply, without this client': ({ cpu }) => sum(cpu.values()) - cpu.get('this client')!,
  refused: ({ refused }) => String(refused),
  missing: ({ missing }) => String(missing),
  'load average': ({ load }) => load,
}

const loadTable = (runs: Run[]): string =>
  markdownTable(
    Object.keys(COLUMNS),
    runs.map((run) => Object.values(COLUMNS).map((cell) => cell(run))),
  )

function cpuTable(runs: Run[]): string {
  const names = [...runs.at(-1)!.cpu].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
  return markdownTable(
    ['CPU ms an apply', ...runs.map(({ what }) => what)],
    names.map((name) => [name, ...runs.map(({ cpu }) => cpu.get(name))]),
  )
}
