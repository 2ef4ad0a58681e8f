import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diesWithParent } from './dies-with-parent.ts'
import { isAlive } from './process-facts.ts'
import { logTail, runProcess } from './run-process.ts'
import { startElsewhere } from './start-elsewhere.ts'
import { stopProcess } from './stop-process.ts'

let dir: string
let logFile: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'run-process-'))
  logFile = join(dir, 'log')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const shell = (script: string) => ({ command: 'sh', args: ['-c', script], env: process.env, logFile })

test.skipIf(diesWithParent(process.env).length === 0)(
  'kill -9 of its owner takes a process along',
  async () => {
    const owner = await startElsewhere(`
    const { runProcess } = await import(here + 'run-process.ts')
    const plan = { command: 'sh', args: ['-c', 'echo up; exec sleep 600'], env: process.env, logFile: '${logFile}' }
    say(String(runProcess(plan).pid))`)
    const pid = Number(owner.answer)
    // The word comes after the kernel was asked to tie the two together.
    await expect.poll(() => logTail(logFile), { timeout: 30_000 }).toBe('up')
    expect(isAlive(pid)).toBe(true)
    await owner.kill()
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false)
  },
)

test('it leads a process group of its own: Ctrl-C in the terminal does not reach it', async () => {
  const child = runProcess(shell('echo up; exec sleep 600'))
  process.kill(-child.pid, 0)
  await stopProcess(child.pid, [{ signal: 'SIGTERM', waitMs: 30_000 }])
  await child.exited
  expect(child.hasExited()).toBe(true)
})

test('the log of an earlier run is rotated, or appended to when asked to', async () => {
  await runProcess(shell('echo one')).exited
  await runProcess({ ...shell('echo two >&2'), appendLog: true }).exited
  expect(readFileSync(logFile, 'utf8')).toBe('one\ntwo\n')
  await runProcess(shell('echo three')).exited
  expect(logTail(logFile)).toBe('three')
  expect(readFileSync(`${logFile}.1`, 'utf8')).toBe('one\ntwo\n')
})

test('what does not exist throws, or ends at once', async () => {
  const ended = async () => runProcess({ command: '/no/such/program', args: [], env: {}, logFile }).exited
  await ended().catch((error) => expect(error.message).toContain('Cannot run'))
})
