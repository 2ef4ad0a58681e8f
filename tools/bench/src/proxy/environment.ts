import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@jobboard/stack/infra/log'
import { startNats } from '@jobboard/stack/infra/nats'
import { findProgram } from '@jobboard/stack/infra/process/find-program'
import { runProcess } from '@jobboard/stack/infra/process/run-process'
import { type StopSteps, stopProcess } from '@jobboard/stack/infra/process/stop-process'
import { type KeyBucket, openKeyBucket } from './keys.ts'

/** The CPU of the proxy under test, and the CPU of everything else. */
export const PROXY_CPU = 0
export const OTHER_CPU = 1

const stopSteps: StopSteps = [
  { signal: 'SIGTERM', waitMs: 12_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
]
const WAIT_MS = 60_000

/** What the proxies of a benchmark share: a temporary folder, NATS with the bucket of keys, and child processes. */
export interface ProxyEnvironment {
  dir: string
  natsUrl: string
  keys: KeyBucket
  /** Starts a program on one CPU, its output in `<name>.log`. Returns its process id. */
  run(name: string, cpu: number, command: string, args: string[], env?: NodeJS.ProcessEnv): number
  stop(pid: number): Promise<void>
}

/** Runs `work` in a new environment, and removes its processes and its folder afterwards. */
export async function withEnvironment<T>(
  log: Log,
  work: (environment: ProxyEnvironment) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
  const running = new Set<number>()
  const stop = async (pid: number) => {
    running.delete(pid)
    await stopProcess(pid, stopSteps)
  }
  const run: ProxyEnvironment['run'] = (name, cpu, command, args, env = process.env) => {
    const { pid } = runProcess({ command, args, env, prefix: onCpu(cpu), logFile: join(dir, `${name}.log`) })
    running.add(pid)
    return pid
  }
  const nats = await startNats({ dir: join(dir, 'nats'), log })
  const [tool, ...args] = onCpu(OTHER_CPU)
  if (tool && nats.pid) spawnSync(tool, ['-a', '-p', ...args, String(nats.pid)])
  const keys = await openKeyBucket(nats.url)
  try {
    return await work({ dir, natsUrl: nats.url, keys, run, stop })
  } finally {
    await Promise.all([...running].map(stop))
    await keys.close()
    await nats.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Command prefix that pins a program to one CPU; empty where that is not possible. */
export function onCpu(cpu: number): string[] {
  const tool = findProgram('taskset', process.env)
  return tool && availableParallelism() > 1 ? [tool, '-c', String(cpu)] : []
}

/** Resolves when the condition holds; a condition that throws does not hold yet. Throws after a minute. */
export async function waitFor(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`Waited ${WAIT_MS / 1_000} s in vain: ${what}`)
    await sleep(50)
  }
}
