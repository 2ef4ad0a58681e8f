import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive } from './process-facts.ts'
import { startElsewhere } from './start-elsewhere.ts'
import { stopLeftover } from './stop-leftover.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'leftover-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const ladder = [
  { signal: 'SIGTERM' as const, waitMs: 10_000 },
  { signal: 'SIGKILL' as const, waitMs: 10_000 },
]

async function stop(pid: string | number, mark: string): Promise<string[]> {
  const lines: string[] = []
  const pidFile = join(dir, 'thing.pid')
  writeFileSync(pidFile, `${pid}\nmore\n`)
  await stopLeftover({ name: 'Thing', pidFile, marks: [mark], ladder, log: (line) => lines.push(line) })
  return lines
}

test('a leftover is gone afterwards, and said to be', async () => {
  const other = await startElsewhere(`say('mark-of-the-leftover')`)
  const lines = await stop(other.pid, 'mark-of-the-leftover')
  expect(lines).toEqual([`Stopping Thing left behind by an earlier start (process ${other.pid})…`])
  expect(isAlive(other.pid)).toBe(false)
  expect(existsSync(join(dir, 'thing.pid'))).toBe(false)
})

test('one that ignores polite signals is gone too', async () => {
  const other = await startElsewhere(`process.on('SIGTERM', () => {}); say('mark-of-the-stubborn')`)
  ladder[0]!.waitMs = 100
  await stop(other.pid, 'mark-of-the-stubborn')
  expect(isAlive(other.pid)).toBe(false)
})

test('a stranger with the same number is left alone', async () => {
  const stranger = await startElsewhere(`say('hello')`)
  expect(await stop(stranger.pid, 'mark-of-another')).toEqual([])
  expect(isAlive(stranger.pid)).toBe(true)
  await stranger.kill()
})

test('a pid file of nobody, of everybody or of nonsense is no harm', async () => {
  for (const pid of ['', 'x', '-1', '0', '1', '2000000000']) expect(await stop(pid, '')).toEqual([])
})
