import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import { root } from '../src/settings.ts'
import { copyCheckout } from './support/copy-checkout.ts'

interface StackTarget {
  targets: string[]
  labels: { service: string; replica: string }
}

const started: ChildProcess[] = []
vi.setConfig({ testTimeout: 180_000 })

let dir: string
let checkout: string
let ports: { PORT: string; ADMIN_PORT: string }
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'start-command-'))
  checkout = join(dir, 'job board')
  copyCheckout(checkout)
  ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
})
afterEach(() => {
  for (const child of started.splice(0)) if (isRunning(child)) process.kill(-child.pid!, 'SIGKILL')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** The start command in the copy, as the leader of a process group, as a terminal starts it. */
function start(env: Record<string, string> = {}, ...args: string[]) {
  const { DATABASE_URL: _, NATS_URL: __, npm_lifecycle_event: ___, ...inherited } = process.env
  const child: ChildProcess = spawn(process.execPath, ['tools/stack/bootstrap.mjs', 'start', ...args], {
    cwd: checkout,
    env: { ...inherited, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, output }))
  return {
    ended,
    /** Resolves when the text has been printed; throws when the command ends before. */
    async printed(text: string): Promise<string> {
      while (!output.includes(text)) {
        const isOver = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))])
        if (isOver && !output.includes(text)) throw new Error(`ended without "${text}":\n${output}`)
      }
      return output
    },
    /** What Ctrl-C does in a terminal. */
    interrupt: () => process.kill(-child.pid!, 'SIGINT'),
  }
}

/** Processes that have the folder of this test in their command line. */
function processesOfCheckout(): string[] {
  const commandLine = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandLine(name).includes(dir))
}

test('it starts in a folder with a blank in its path; Ctrl-C stops every process', async () => {
  const { printed, interrupt, ended } = start()
  const banner = await printed('the data stays.')
  expect(banner).toContain(`http://127.0.0.1:${ports.PORT}/docs`)
  expect(banner).toContain(await readmeCall())
  const docs = await fetch(`http://127.0.0.1:${ports.PORT}/docs`)
  expect(docs.status).toBe(200)
  expect(processesOfCheckout().length).toBeGreaterThan(8)
  interrupt()
  expect((await ended).code).toBe(0)
  expect(processesOfCheckout()).toEqual([])
})

test('a second start has the data of the first and keeps its logs; stack.json lists where each process serves /metrics', async () => {
  const folder = join(checkout, '.jobboard')
  const demo = readFileSync(join(folder, 'demo.json'), 'utf8')
  const log = readFileSync(join(folder, 'logs', 'jobs.log'), 'utf8')
  const { printed, interrupt, ended } = start()
  await printed('the data stays.')
  const listed: StackTarget[] = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))
  expect(listed.map(({ labels }) => labels.service).sort()).toEqual([...upstreamNames, 'gateway'].sort())
  for (const { targets } of listed) {
    expect(await (await fetch(`http://${targets[0]}/metrics`)).text()).toContain(
      'http_request_duration_seconds',
    )
  }
  const { targets } = listed.find(({ labels }) => labels.service === 'jobs')!
  // PORT + 22, or a free one where that is taken.
  expect(targets).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
  interrupt()
  await ended
  expect(readFileSync(join(folder, 'demo.json'), 'utf8')).toBe(demo)
  expect(readFileSync(join(folder, 'logs', 'jobs.log.1'), 'utf8')).toBe(log)
})

test.each([
  ['NATS', 'Starting NATS'],
  ['the services', 'Starting the services'],
  ['demo data', 'Adding demo data'],
])('Ctrl-C while it starts %s stops every process and is no failure', async (_what, line) => {
  const { printed, interrupt, ended } = start({ DATA_DIR: mkdtempSync(join(dir, 'data-')) })
  await printed(line)
  interrupt()
  const { code, output } = await ended
  expect({ code, lastLine: output.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, lastLine: 'Stopping…' })
  expect(processesOfCheckout()).toEqual([])
})

test('an unknown option is refused, and the options are listed', async () => {
  const { ended } = start({}, '--unknown')
  const { code, output } = await ended
  expect(code).toBe(2)
  expect(output).toMatch(/^npm start has no option "--unknown"\.\n[\s\S]*PORT=8080/)
})

/** The first curl call of README.md, with the address and the key of this stack. */
async function readmeCall(): Promise<string> {
  const call = /^curl .*$/m.exec(await readFile(join(root, 'README.md'), 'utf8'))![0]
  const demo = JSON.parse(await readFile(join(checkout, '.jobboard', 'demo.json'), 'utf8'))
  return call
    .replace('localhost:8080', `http://127.0.0.1:${ports.PORT}`)
    .replace('$KEY', demo.employers[0].apiKey)
}
