import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openSupervisor } from './support/supervisor.ts'

vi.setConfig({ testTimeout: 120_000 })
const supervisor = openSupervisor()
afterEach(() => supervisor.stopAll())
afterAll(() => supervisor.remove())

test('a process that was suspended for longer than the limit, while it computed, continues (P-272)', async () => {
  const suspended = await supervisor.start('suspended', 5)
  const before = suspended.pid()
  process.kill(before, 'SIGHUP')
  await suspended.until(() => suspended.lines('computing').length === 1)
  process.kill(before, 'SIGSTOP')
  // Another one lets a longer limit pass.
  const clock = await supervisor.start('clock', 6)
  clock.block()
  await clock.isStartedAgain()
  process.kill(before, 'SIGCONT')
  const seen = suspended.lines('alive').length
  await suspended.until(() => suspended.reports.length > 0 || suspended.lines('alive').length > seen + 50)
  expect([suspended.pid(), suspended.reports]).toEqual([before, []])
})

test('with the limit 0 nothing watches, so a debugger can hold the process (P-272)', async () => {
  const held = await supervisor.start('held', 0)
  const before = held.pid()
  held.block()
  const clock = await supervisor.start('clock-of-held', 1)
  clock.block()
  await clock.isStartedAgain()
  expect([held.pid(), held.reports, held.lines('fatal')]).toEqual([before, [], []])
  process.kill(before, 'SIGKILL')
  await held.isStartedAgain()
})
