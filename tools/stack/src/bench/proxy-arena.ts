import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../infra/find-program.ts'
import { startNats } from '../infra/nats.ts'
import { runProcess } from '../infra/run-process.ts'
import { stopProcess } from '../infra/stop-process.ts'
import { type Keys, openKeys } from './proxy-keys.ts'

/** Where the proxy under test runs, and where everything else does. */
export const PROXY_CPU = 0
export const OTHER_CPU = 1

/** What the proxies of a benchmark share: a folder, NATS with the bucket of keys, and processes that end with it. */
export interface Arena {
  dir: string
  natsUrl: string
  keys: Keys
  /** Starts a program on one CPU, its output in `<name>.log`. Answers its process id. */
  run(name: string, cpu: number, command: string, args: string[], env?: NodeJS.ProcessEnv): number
  stop(pid: number): Promise<void>
}

/** Does some work in an arena of its own; of that nothing is left when this resolves. */
export async function inArena<T>(
  say: (line: string) => void,
  work: (arena: Arena) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
  const running = new Set<number>()
  const stop = async (pid: number) => {
    running.delete(pid)
    await stopProcess(pid, [
      { signal: 'SIGTERM', waitMs: 12_000 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ])
  }
  const run: Arena['run'] = (name, cpu, command, args, env = process.env) => {
    const { pid } = runProcess({ command, args, env, prefix: onCpu(cpu), logFile: join(dir, `${name}.log`) })
    running.add(pid)
    return pid
  }
  const nats = await startNats({ dir: join(dir, 'nats'), log: say })
  const [tool, ...words] = onCpu(OTHER_CPU)
  if (tool && nats.pid) spawnSync(tool, ['-a', '-p', ...words, String(nats.pid)])
  const keys = await openKeys(nats.url)
  try {
    return await work({ dir, natsUrl: nats.url, keys, run, stop })
  } finally {
    await Promise.all([...running].map(stop))
    await keys.close()
    await nats.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Words that keep the program after them on one CPU; none where that cannot be. */
export function onCpu(cpu: number): string[] {
  const tool = findProgram('taskset', process.env)
  return tool && availableParallelism() > 1 ? [tool, '-c', String(cpu)] : []
}

/** Resolves when it is so. Throws after a minute. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`It did not come to this: ${what}`)
    await sleep(50)
  }
}
