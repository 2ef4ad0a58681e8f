import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import { copyCheckout } from './support/copy-checkout.ts'

// A supervisor, a CI job and `kill` send a signal to npm alone; Ctrl-C in a terminal sends it to the whole group.
vi.setConfig({ testTimeout: 180_000 })

let dir: string
let checkout: string
let npm: ChildProcess | undefined
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'npm-signals-'))
  checkout = join(dir, 'checkout')
  copyCheckout(checkout)
})
afterEach(() => {
  // The whole group, in case the signal did not stop it.
  if (npm?.pid && processesBelow(dir).length > 0) process.kill(-npm.pid, 'SIGKILL')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the npm process of npm start ends every process',
  async (signal) => {
    const { DATABASE_URL: _, NATS_URL: __, npm_lifecycle_event: ___, ...inherited } = process.env
    const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
    const env = { ...inherited, ...ports, DATA_DIR: mkdtempSync(join(dir, 'data-')) }
    npm = spawn('npm', ['start'], {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const ended = once(npm, 'close')
    await printed(npm, 'the data stays.')
    expect(processesBelow(dir).length).toBeGreaterThan(8)
    npm.kill(signal)
    // `close` comes when no process has the output of npm any more.
    await ended
    expect(processesBelow(dir)).toEqual([])
  },
)

/** Resolves when the text has been printed; throws when the command ends before. */
async function printed(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes(text)) resolve()
      })
    }
    child.once('close', () => reject(new Error(`ended without "${text}":\n${output}`)))
  })
}

/** Command lines of the running processes that have this folder in them. */
function processesBelow(folder: string): string[] {
  const commandLine = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
  return lines.filter((line) => line.includes(folder))
}
