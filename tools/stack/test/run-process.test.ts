import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logTail, parentDeathPrefix, runProcess } from '../src/infra/process/run-process.ts'
import { isAlive, stopProcess } from '../src/infra/process/stop-process.ts'
import { runChildScript } from './support/child-script.ts'

let dir: string
let logFile: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'run-process-'))
  logFile = join(dir, 'log')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const shell = (script: string) => ({ command: 'sh', args: ['-c', script], env: process.env, logFile })

test.skipIf(parentDeathPrefix(process.env).length === 0)(
  'SIGKILL of the owner ends the process',
  async () => {
    const owner = await runChildScript(`
    const { runProcess } = await import(infra + 'process/run-process.ts')
    const logFile = ${JSON.stringify(logFile)}
    const plan = { command: 'sh', args: ['-c', 'echo up; exec sleep 600'], env: process.env, logFile }
    report(String(runProcess(plan).pid))`)
    const pid = Number(owner.report)
    // Printed after setpriv has set the signal for the parent's death.
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

test('the log of an earlier run is rotated, or appended to when asked for', async () => {
  await runProcess(shell('echo one')).exited
  await runProcess({ ...shell('echo two >&2'), appendLog: true }).exited
  expect(readFileSync(logFile, 'utf8')).toBe('one\ntwo\n')
  await runProcess(shell('echo three')).exited
  expect(logTail(logFile)).toBe('three')
  expect(readFileSync(`${logFile}.1`, 'utf8')).toBe('one\ntwo\n')
})

test('a program that does not exist throws, or ends at once', async () => {
  const ended = async () => runProcess({ command: '/no/such/program', args: [], env: {}, logFile }).exited
  await ended().catch((error) => expect(error.message).toContain('Cannot run'))
})
