import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import { lendServices } from '../src/lend.ts'
import { root } from '../src/settings.ts'
import { type SupervisedProcess, superviseProcess } from '../src/supervise-process.ts'

// A service that says who runs it, and what a file beside it says.
const SERVICE = `import { createServer } from 'node:http'
import { text } from './text.mjs'
createServer((_, response) => response.end(process.env.INSPECTED + ' ' + process.execArgv.length + ' ' + text))
  .listen(process.env.PORT, '127.0.0.1')
process.on('SIGTERM', () => process.exit())`

let dir: string
let url: string
let services: SupervisedProcess[]
let lending: { close(): Promise<void> }
let started: ChildProcess[]
const poll = { timeout: 60_000 }

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'dev-'))
  mkdirSync(join(dir, 'secrets'), { mode: 0o700 })
  writeFileSync(join(dir, 'main.mjs'), SERVICE)
  say('first')
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), INSPECTED: 'jobs', PATH: process.env.PATH }
  const plan = { command: process.execPath, args: [join(dir, 'main.mjs')], env, logFile: join(dir, 'log') }
  services = [superviseProcess('jobs', plan, () => {})]
  const plans = [{ name: 'jobs', url, plan }]
  lending = await lendServices({ services, plans }, dir, () => {})
  started = []
})
afterEach(async () => {
  for (const child of started) child.kill('SIGKILL')
  await lending.close()
  await Promise.all(services.map((service) => service.stop()))
  rmSync(dir, { recursive: true, force: true })
})

const say = (text: string) => writeFileSync(join(dir, 'text.mjs'), `export const text = '${text}'`)

/** Who runs the service ("0" Node options: the stack) and what it says; undefined while nobody does. */
const respond = async () => {
  const response = await fetch(url).catch(() => undefined)
  return response?.text()
}
const STACK = 'jobs 0 first'
const runBy = (who: 'dev' | 'stack', text = 'first') =>
  expect.poll(respond, poll).toMatch(new RegExp(`^jobs ${who === 'stack' ? '0' : '[1-9]\\d*'} ${text}$`))

function dev(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { LOG_LEVEL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(root, 'tools/stack/src/dev.ts'), ...args], {
    env: { ...inherited, DATA_DIR: dir, ...env },
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, output: () => output }
}

test('runs the service in place of the stack, restarts it when a file is saved, opens the debugger; SIGINT gives it back', async () => {
  await runBy('stack')
  const inspectPort = await freePort()
  const { child, ended, output } = dev(['jobs'], { INSPECT_PORT: String(inspectPort) })
  await runBy('dev')
  const targets = async () =>
    (await fetch(`http://127.0.0.1:${inspectPort}/json/list`).catch(() => undefined))?.json()
  await expect
    .poll(targets, poll)
    .toEqual([expect.objectContaining({ url: expect.stringContaining('main.mjs') })])
  say('second')
  await runBy('dev', 'second')
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  await runBy('stack', 'second')
  expect(output()).toContain(`node inspect 127.0.0.1:${inspectPort}`)
})

test('a command that was killed gives the service back, also when its process ignores SIGTERM', async () => {
  writeFileSync(
    join(dir, 'main.mjs'),
    SERVICE.replace('process.exit()', 'process.execArgv.length || process.exit()'),
  )
  const { child } = dev(['jobs'])
  await runBy('dev')
  child.kill('SIGKILL')
  await runBy('stack')
})

test('a stack that stops ends the command', async () => {
  const { ended, output } = dev(['jobs'])
  await runBy('dev')
  await lending.close()
  expect([await ended, output()]).toEqual([0, expect.stringContaining('npm start stopped.')])
})

test.each([
  [['gateway'], 1, 'There is no service "gateway". The services are jobs.'],
  [[], 2, 'npm run dev takes one service'],
  [['jobs', '--unknown'], 2, 'npm run dev takes one service'],
  [['--help'], 0, 'npm run dev -- SERVICE'],
])('with %j it exits with %i and says why', async (args, code, text) => {
  const { ended, output } = dev(args)
  expect([await ended, output()]).toEqual([code, expect.stringContaining(text)])
  expect(await respond().then((text) => text ?? STACK)).toBe(STACK)
})

test('a second one for the same service is refused, and so is one without a stack', async () => {
  dev(['jobs'])
  await runBy('dev')
  const second = dev(['jobs'])
  expect([await second.ended, second.output()]).toEqual([1, 'Another npm run dev runs jobs.\n'])
  await runBy('dev')
  const lonely = dev(['jobs'], { DATA_DIR: join(dir, 'empty') })
  expect([await lonely.ended, lonely.output()]).toEqual([1, expect.stringContaining('No npm start runs')])
})
