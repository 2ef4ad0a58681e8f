import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { type SupervisedProcess, superviseProcess } from '../../src/supervise-process.ts'

const main = fileURLToPath(new URL('stuck-process.ts', import.meta.url))

/** Starts supervised processes for one test file; `stopAll` after each test, `remove` after all. */
export function openSupervisor() {
  const dir = mkdtempSync(join(tmpdir(), 'watchdog-'))
  const running: SupervisedProcess[] = []
  return {
    start: (name: string, limitSeconds: number) => startProcess(dir, running, name, limitSeconds),
    stopAll: () => Promise.all(running.splice(0).map((child) => child.stop())),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** A supervised process, once it runs; `limitSeconds` is EVENT_LOOP_LIMIT_SECONDS. */
async function startProcess(dir: string, running: SupervisedProcess[], name: string, limitSeconds: number) {
  const logFile = join(dir, `${name}.log`)
  const env = { PATH: process.env.PATH, EVENT_LOOP_LIMIT_SECONDS: String(limitSeconds) }
  const reports: string[] = []
  const child = superviseProcess(name, { command: process.execPath, args: [main], env, logFile }, (line) =>
    reports.push(line),
  )
  running.push(child)
  const lines = (text: string) =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes(text))
  const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 100_000, interval: 20 })
  await until(() => lines('fixture is up').length === 1)
  return {
    pid: () => child.pid(),
    reports,
    lines,
    until,
    block: () => process.kill(child.pid(), 'SIGUSR2'),
    isStartedAgain: () => until(() => lines('fixture is up').length > 1),
  }
}
