import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StopSteps } from '../src/infra/process/stop-process.ts'
import { isAlive, stopLeftover } from '../src/infra/process/stop-process.ts'
import { runChildScript } from './support/child-script.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'leftover-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Returns the lines that were logged. */
async function stop(pid: string | number, mark: string, termMs = 10_000): Promise<string[]> {
  const lines: string[] = []
  const pidFile = join(dir, 'server.pid')
  writeFileSync(pidFile, `${pid}\nmore\n`)
  const stopSteps: StopSteps = [
    { signal: 'SIGTERM', waitMs: termMs },
    { signal: 'SIGKILL', waitMs: 10_000 },
  ]
  const log = (line: string) => lines.push(line)
  await stopLeftover({ name: 'Server', pidFile, marks: [mark], stopSteps, log })
  return lines
}

test('a leftover server is stopped and reported', async () => {
  const child = await runChildScript(`report('mark-of-the-leftover')`)
  const lines = await stop(child.pid, 'mark-of-the-leftover')
  expect(lines).toEqual([`Stopping Server, which an earlier start left running (process ${child.pid})…`])
  expect(isAlive(child.pid)).toBe(false)
  expect(existsSync(join(dir, 'server.pid'))).toBe(false)
})

test('a leftover server that ignores SIGTERM is killed', async () => {
  const child = await runChildScript(`process.on('SIGTERM', () => {}); report('mark-of-the-stubborn')`)
  await stop(child.pid, 'mark-of-the-stubborn', 100)
  expect(isAlive(child.pid)).toBe(false)
})

test('another program that got the same pid is left alone', async () => {
  const child = await runChildScript(`report('hello')`)
  expect(await stop(child.pid, 'mark-of-another')).toEqual([])
  expect(isAlive(child.pid)).toBe(true)
  await child.kill()
})

test('a pid file without a pid, or with one that no server can have, is ignored', async () => {
  for (const pid of ['', 'x', '-1', '0', '1', '2000000000']) expect(await stop(pid, '')).toEqual([])
})
