import { loadavg } from 'node:os'
import type { Log } from '@jobboard/stack/infra/log'
import { type Figure, markdownTable, quantile } from './figures.ts'
import { OTHER_CPU, onCpu, type ProxyEnvironment, withEnvironment } from './proxy/environment.ts'
import { type LoadRun, runLoad } from './proxy/load.ts'
import { measureMemory } from './proxy/memory.ts'
import { findPrograms, type Programs, startUpstream } from './proxy/other-proxies.ts'
import { rssMb } from './proxy/process-usage.ts'
import { GATEWAY, NGINX, startTargets } from './proxy/targets.ts'

const ROUNDS = 5
const SECONDS = 3

/** The runs of one proxy, and its memory in MB after the last. */
type Measured = { name: string; runs: LoadRun[]; rss: number }

/** Compares the gateway with other proxies in front of one static upstream, and measures its memory. The proxy runs on
 * CPU 0, everything else on CPU 1. Needs Linux, nginx, HAProxy and wrk. */
export async function benchProxy(log: Log): Promise<{ figures: Figure[]; tables: string[] }> {
  const programs = findPrograms()
  const loadBefore = loadavg()[0]!
  log('Memory of the gateway…')
  const memory = await withEnvironment(log, (environment) => measureMemory(environment, programs.nginx))
  const measured = await withEnvironment(log, (environment) => measureProxies(environment, programs, log))
  const perSecond = (name: string) => median(measured.find((one) => one.name === name)!.runs, 'perSecond')
  const memoryRows = memory.map(([state, { rss, rssCollected, heap }]) => [state, rss, rssCollected, heap])
  return {
    figures: [
      { what: 'load average before the proxies were measured', value: loadBefore, unit: '' },
      { what: 'gateway / nginx', value: perSecond(GATEWAY) / perSecond(NGINX), unit: 'x', goal: '>= 0.2' },
    ],
    tables: [
      proxyTable(measured, perSecond(NGINX)),
      markdownTable(['gateway', 'RSS MB', 'RSS MB, collected', 'heap MB, collected'], memoryRows),
    ],
  }
}

/** Runs the targets one after the other, in reverse order every second round; the first round is a warm-up. */
async function measureProxies(
  environment: ProxyEnvironment,
  programs: Programs,
  log: Log,
): Promise<Measured[]> {
  const upstream = await startUpstream(environment, programs.nginx)
  log('Starting the proxies…')
  const targets = await startTargets(environment, programs, upstream)
  const runs = new Map<string, LoadRun[]>(targets.map(({ name }) => [name, []]))
  const wrk = [...onCpu(OTHER_CPU), programs.wrk]
  for (let round = 0; round <= ROUNDS; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const run = await runLoad(wrk, target.script, SECONDS, target)
      const isExpected = target.refused > 0 ? run.refused >= target.refused : run.refused === 0
      if (!isExpected) throw new Error(`${target.name}: ${run.refused * 100} % of the requests were refused`)
      if (round > 0) runs.get(target.name)!.push(run)
    }
    log(`Proxies: round ${round} of ${ROUNDS}`)
  }
  return targets.map(({ name, pid }) => ({ name, runs: runs.get(name)!, rss: rssMb(pid) }))
}

function proxyTable(measured: Measured[], nginxPerSecond: number): string {
  const head = [
    '1 KB responses',
    'req/s',
    'of nginx',
    'p50 ms',
    'p99 ms',
    'CPU µs a request (all runs)',
    'RSS MB',
  ]
  const rows = measured.map(({ name, runs, rss }) => {
    const perSecond = median(runs, 'perSecond')
    const costs = runs.map(({ cpuUs }) => cpuUs)
    const range = `${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)}`
    const cost = `${median(runs, 'cpuUs').toFixed(1)} (${range})`
    const latencies = [median(runs, 'p50Ms'), median(runs, 'p99Ms')]
    return [name, perSecond, perSecond / nginxPerSecond, ...latencies, cost, rss]
  })
  return markdownTable(head, rows)
}

function median(runs: LoadRun[], field: keyof LoadRun): number {
  return quantile(
    runs.map((run) => run[field]),
    0.5,
  )
}
