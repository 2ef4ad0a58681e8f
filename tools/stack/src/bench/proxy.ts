import { loadavg } from 'node:os'
import { type Figure, markdown, quantile } from './figures.ts'
import { rssMb } from './process-cost.ts'
import { type Arena, inArena, OTHER_CPU, onCpu } from './proxy-arena.ts'
import { load, type Run } from './proxy-load.ts'
import { measureMemory } from './proxy-memory.ts'
import { findPrograms, startUpstream } from './proxy-rivals.ts'
import { GATEWAY, NGINX, startTargets } from './proxy-targets.ts'

const ROUNDS = 5
const SECONDS = 3

/** What was measured of one proxy: every run, and its memory after the last. */
type Measured = { name: string; runs: Run[]; rss: number }

/** The gateway beside other proxies over one static upstream, and what memory it takes. Proxies run on CPU 0, everything
 * else on CPU 1. Needs Linux, nginx, HAProxy and wrk. */
export async function benchProxy(
  say: (line: string) => void,
): Promise<{ figures: Figure[]; tables: string[] }> {
  const programs = findPrograms()
  const others = loadavg()[0]!
  say('Memory of the gateway…')
  const memory = await inArena(say, (arena) => measureMemory(arena, programs.nginx))
  const measured = await inArena(say, (arena) => measureProxies(arena, programs, say))

  const median = (name: string, of: keyof Run) =>
    quantile(
      measured.find((one) => one.name === name)!.runs.map((run) => run[of]),
      0.5,
    )
  const head = [
    '1 KB answers',
    'req/s',
    'of nginx',
    'p50 ms',
    'p99 ms',
    'CPU µs a request (all runs)',
    'RSS MB',
  ]
  const rows = measured.map(({ name, runs, rss }) => {
    const perSecond = median(name, 'perSecond')
    const costs = runs.map(({ cpuUs }) => cpuUs)
    const range = `${Math.min(...costs).toFixed(1)} to ${Math.max(...costs).toFixed(1)}`
    const cost = `${median(name, 'cpuUs').toFixed(1)} (${range})`
    const times = [median(name, 'p50Ms'), median(name, 'p99Ms')]
    return [name, perSecond, perSecond / median(NGINX, 'perSecond'), ...times, cost, rss]
  })
  const ofMemory = memory.map(([state, { rss, rssCollected, heap }]) => [state, rss, rssCollected, heap])
  const ratio = median(GATEWAY, 'perSecond') / median(NGINX, 'perSecond')
  return {
    figures: [
      { what: 'load average before the proxies were measured', value: others, unit: '' },
      { what: 'gateway / nginx', value: ratio, unit: 'x', goal: '>= 0.2' },
    ],
    tables: [
      markdown(head, rows),
      markdown(['gateway', 'RSS MB', 'RSS MB, collected', 'heap MB, collected'], ofMemory),
    ],
  }
}

/** Runs in turn, the order reversed every other round; the first round only warms up. */
async function measureProxies(
  arena: Arena,
  programs: ReturnType<typeof findPrograms>,
  say: (line: string) => void,
): Promise<Measured[]> {
  const upstream = await startUpstream(arena, programs.nginx)
  say('Starting the proxies…')
  const targets = await startTargets(arena, programs, upstream)
  const runs = new Map<string, Run[]>(targets.map(({ name }) => [name, []]))
  const wrk = [...onCpu(OTHER_CPU), programs.wrk]
  for (let round = 0; round <= ROUNDS; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const run = await load(wrk, target.script, SECONDS, target)
      const isAsMeant = target.refused > 0 ? run.refused >= target.refused : run.refused === 0
      if (!isAsMeant) throw new Error(`${target.name}: ${run.refused * 100} % of the requests were refused`)
      if (round > 0) runs.get(target.name)!.push(run)
    }
    say(`Proxies: round ${round} of ${ROUNDS}`)
  }
  return targets.map(({ name, pid }) => ({ name, runs: runs.get(name)!, rss: rssMb(pid) }))
}
