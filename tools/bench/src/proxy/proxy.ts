import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { mintKey } from '@jobboard/service/auth/api-key'
import type { Log } from '@jobboard/stack/infra/log'
import { eventually } from '@jobboard/testkit/eventually'
import { type Benchmark, scaled } from '../benchmark.ts'
import { markdownTable, quantile } from '../figures.ts'
import type { Flood, FloodResult } from '../flood.ts'
import { cpuUs, rssMb } from '../processes.ts'
import {
  type Listener,
  OTHER_CPU,
  onCpu,
  PROXY_CPU,
  type ProxyEnvironment,
  withEnvironment,
} from './environment.ts'

const ROUNDS = scaled(5)
const SECONDS = scaled(3)
const CONNECTIONS = 64
// The limit is 100 requests a minute per key: with so many keys none is refused.
const KEYS = 10_000
const LIBRARY = 'Fastify with @fastify/http-proxy'
const GATEWAY = 'this gateway: key, scope, limit'

export const proxy: Benchmark = {
  name: 'proxy',
  help: `the gateway beside the library @fastify/http-proxy: the proxy on one CPU, everything else on another (about four
minutes; needs Linux)`,
  isDefault: true,
  async measureAlone(log) {
    const loadBefore = loadavg()[0]!
    const measured = await withEnvironment(log, (environment) => measureProxies(environment, log))
    const median = (name: string, field: keyof Run) => measured.get(name)![field]
    const ratio = (field: keyof Run) => median(GATEWAY, field) / median(LIBRARY, field)
    const head = ['1 KB responses', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs a request', 'RSS MB']
    const rows = [...measured].map(([name, { perSecond, p50Ms, p99Ms, cpuUs: us, rss }]) => {
      return [name, perSecond, p50Ms, p99Ms, us, rss]
    })
    return {
      figures: [
        { what: 'load average before the proxies were measured', value: loadBefore, unit: '' },
        {
          what: 'gateway / library: requests a second',
          value: ratio('perSecond'),
          unit: 'x',
          goal: '>= 0.95',
        },
        { what: 'gateway / library: p99', value: ratio('p99Ms'), unit: 'x', goal: '<= 1.2' },
        { what: 'gateway / library: resident memory', value: ratio('rss'), unit: 'x', goal: '<= 1.3' },
      ],
      tables: [markdownTable(head, rows)],
    }
  },
}

/** A proxy and its load; `refused` is the share of requests that must be refused, 0 to 1. */
type Target = Listener & { name: string; keys: string[]; refused: number }

/** Medians of the runs of one proxy; `rss` in MB after the last. */
type Run = Record<'perSecond' | 'p50Ms' | 'p99Ms' | 'cpuUs' | 'rss', number>

/** Runs the targets one after the other, in reverse order every second round; the first round is a warm-up. */
async function measureProxies(environment: ProxyEnvironment, log: Log): Promise<Map<string, Run>> {
  const targets = await startTargets(environment)
  const runs = new Map<string, Run[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const run = await runLoad(target)
      if (round > 0) runs.get(target.name)!.push(run)
    }
    log(`Proxies: round ${round} of ${ROUNDS}`)
  }
  return new Map(
    targets.map(({ name, pid }) => {
      const all = runs.get(name)!
      const median = (field: keyof Run) =>
        quantile(
          all.map((run) => run[field]),
          0.5,
        )
      const [perSecond, p50Ms, p99Ms] = [median('perSecond'), median('p50Ms'), median('p99Ms')]
      return [name, { perSecond, p50Ms, p99Ms, cpuUs: median('cpuUs'), rss: rssMb(pid) }]
    }),
  )
}

async function runLoad({ name, port, pid, keys, refused }: Target): Promise<Run> {
  const flood = await startFlood(onCpu(OTHER_CPU))
  const cpuBefore = cpuUs(pid)
  const requests = keys.map((token, i) => ({ path: `/api/v1/jobs/${i + 1}`, token }))
  const url = `http://127.0.0.1:${port}`
  const { count, statuses, ...rest } = await flood({
    url,
    connections: CONNECTIONS,
    seconds: SECONDS,
    requests,
  })
  const share = 1 - (statuses[200] ?? 0) / count
  if (refused > 0 ? share < refused : share > 0) throw new Error(`${name}: ${share * 100} % were refused`)
  return { ...rest, cpuUs: (cpuUs(pid) - cpuBefore) / count, rss: rssMb(pid) }
}

/** Starts a process that sends many requests, by `prefix`, such as `nice`; it begins when the function returned is called. */
async function startFlood(prefix: string[]): Promise<(flood: Flood) => Promise<FloodResult>> {
  const [execPath, ...execArgv] = [...prefix, process.execPath]
  const child = fork(new URL('../flood.ts', import.meta.url), { execPath: execPath!, execArgv })
  const nextMessage = async () => {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the process that sends requests ended with exit code ${code}`)
    })
    return (await Promise.race([once(child, 'message'), ended]))[0]
  }
  await nextMessage()
  return (flood) => {
    child.send(flood)
    return nextMessage()
  }
}

async function startTargets({ keys, upstream, start, startGateway }: ProxyEnvironment): Promise<Target[]> {
  const [one, ...many] = await keys.fill(KEYS + 1)
  const target = (name: string, listener: Listener): Target => ({ ...listener, name, keys: many, refused: 0 })
  const gateway = await startGateway('gateway', PROXY_CPU)
  const logging = await startGateway('logging', PROXY_CPU, { LOG_LEVEL: 'info' })
  // Only the first is put under load, the others run on the CPU of the load.
  const [shared] = await Promise.all(
    [PROXY_CPU, OTHER_CPU, OTHER_CPU].map((cpu, i) =>
      startGateway(`shared-${i}`, cpu, { LIMITER: 'shared' }),
    ),
  )
  const members = () => shared!.metric('gateway_limiter_members')
  await eventually('three gateways count together', async () => (await members()) === 3)
  const ofGateway = (name: string, key: string, refused: number) => ({
    ...target(name, gateway),
    // One for each connection.
    keys: Array.from({ length: CONNECTIONS }, () => key),
    refused,
  })
  return [
    target('the upstream itself', upstream),
    target(LIBRARY, await start('fastify-proxy', PROXY_CPU, upstream.port)),
    target(GATEWAY, gateway),
    target('the same with its access log', logging),
    target('one of three with `LIMITER=shared`', shared!),
    ofGateway('401: a key that does not exist', mintKey('recruiter'), 1),
    // The first hundred requests of each minute pass.
    ofGateway('429: one key above its limit', one!, 0.9),
  ]
}
