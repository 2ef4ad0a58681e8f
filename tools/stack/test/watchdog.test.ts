import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type SupervisedProcess, superviseProcess } from '../src/supervise-process.ts'

vi.setConfig({ testTimeout: 120_000 })
const main = fileURLToPath(new URL('support/stuck-process.ts', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'watchdog-'))
const running: SupervisedProcess[] = []
afterEach(() => Promise.all(running.splice(0).map((child) => child.stop())))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A supervised process, once it runs; `limitSeconds` is EVENT_LOOP_LIMIT_SECONDS. */
async function startProcess(name: string, limitSeconds: number) {
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

test('a process whose event loop is stuck says so, ends itself and is started again (P-272)', async () => {
  const stuck = await startProcess('stuck', 1)
  const before = stuck.pid()
  stuck.block()
  await stuck.isStartedAgain()
  expect(stuck.pid()).not.toBe(before)
  expect(stuck.reports).toEqual([expect.stringContaining('the event loop was stuck for 1 s')])
  expect(stuck.lines('fatal').map((line) => JSON.parse(line))).toEqual([
    {
      ...{ level: 'fatal', time: expect.any(String), service: 'stuck', seconds: 1 },
      msg: 'the event loop was stuck for 1 s; this process ends itself and must be started again',
      next: 'docs/runbooks/service-restarting.md',
    },
  ])
})

test('a process that was suspended for longer than the limit, while it computed, continues (P-272)', async () => {
  const suspended = await startProcess('suspended', 5)
  const before = suspended.pid()
  process.kill(before, 'SIGHUP')
  await suspended.until(() => suspended.lines('computing').length === 1)
  process.kill(before, 'SIGSTOP')
  // Another one lets a longer limit pass.
  const clock = await startProcess('clock', 6)
  clock.block()
  await clock.isStartedAgain()
  process.kill(before, 'SIGCONT')
  const seen = suspended.lines('alive').length
  await suspended.until(() => suspended.reports.length > 0 || suspended.lines('alive').length > seen + 50)
  expect([suspended.pid(), suspended.reports]).toEqual([before, []])
})

test('with the limit 0 no thread watches, so a debugger can hold the process (P-272)', async () => {
  const held = await startProcess('held', 0)
  const before = held.pid()
  held.block()
  const clock = await startProcess('clock-of-held', 1)
  clock.block()
  await clock.isStartedAgain()
  expect([held.pid(), held.reports, held.lines('fatal')]).toEqual([before, [], []])
  process.kill(before, 'SIGKILL')
  await held.isStartedAgain()
})
