import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFakeProgram } from './src/infra/fake-program.ts'

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

let root: string
let env: NodeJS.ProcessEnv
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  mkdirSync(join(root, 'tools', 'stack', 'src'), { recursive: true })
  copyFileSync(
    fileURLToPath(new URL('bootstrap.mjs', import.meta.url)),
    join(root, 'tools', 'stack', 'bootstrap.mjs'),
  )
  lock('1.0.0')
  command('start', `console.log(process.argv.slice(2).join(' ')); process.exitCode = 7`)
  // Installs as npm does: everything away first, the record last.
  const install = `echo "$*" >> npm-calls; rm -rf node_modules; mkdir -p node_modules/.bin; sleep 0.3
    ln -s ${node} node_modules/.bin/node; cp package-lock.json node_modules/.package-lock.json`
  env = withFakeProgram(process.env, join(root, 'bin'), 'npm', install)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function lock(version: string): void {
  const packages = { 'node_modules/thing': { version }, 'node_modules/for-macs': { version, optional: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

function command(name: string, code: string): void {
  writeFileSync(join(root, 'tools', 'stack', 'src', `${name}.ts`), code)
}

const bootstrap = () => join(root, 'tools', 'stack', 'bootstrap.mjs')

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [bootstrap(), ...args], { env, encoding: 'utf8' })
}

function installs(): number {
  const calls = join(root, 'npm-calls')
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0
}

test('--help teaches, and an unknown command is an error that teaches', () => {
  const help = run('--help')
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toMatch(/start .*\n.*test .*\n.*bench /)
  for (const args of [[], ['frobnicate'], ['toString']]) {
    expect(run(...args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Usage:') })
  }
  expect(installs()).toBe(0)
})

test('the command gets its arguments, and its exit code comes back', () => {
  expect(run('start', '--a', 'b c')).toMatchObject({ status: 7, stdout: '--a b c\n' })
})

test('dependencies are installed when they are missing, visibly, and not again', () => {
  expect(run('start').stderr).toBe('Installing dependencies (first run, about 30 s)…\n')
  expect(run('start').stderr).toBe('')
  expect(installs()).toBe(1)
  expect(readFileSync(join(root, 'npm-calls'), 'utf8')).toMatch(/^ci --loglevel=error --no-audit --no-fund/)
})

test('dependencies of another package-lock.json are installed again', () => {
  run('start')
  lock('2.0.0')
  run('start')
  expect(installs()).toBe(2)
})

test('dependencies that somebody installed by hand are taken as they are', () => {
  spawnSync('npm', ['ci'], { cwd: root, env })
  expect(run('start')).toMatchObject({ status: 7, stderr: '' })
  expect(installs()).toBe(1)
})

test('two at once install once', async () => {
  const both = [1, 2].map(() => spawn(process.execPath, [bootstrap(), 'start'], { env, stdio: 'ignore' }))
  expect(await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]))).toEqual([7, 7])
  expect(installs()).toBe(1)
})

test('an install that was killed does not block the next one', () => {
  const { pid } = spawnSync('true')
  mkdirSync(join(root, '.jobboard', 'install.lock'), { recursive: true })
  writeFileSync(join(root, '.jobboard', 'install.lock', 'pid'), String(pid))
  expect(run('start').status).toBe(7)
})

test('an install that fails is said in a sentence, and the next start tries again', () => {
  const working = env
  env = withFakeProgram(env, join(root, 'broken'), 'npm', 'echo "npm error: no network" >&2; exit 1')
  expect(run('start')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/no network\nnpm ci failed/),
  })
  env = working
  expect(run('start').status).toBe(7)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s: waits for the orderly stop of the command',
  async (signal) => {
    command(
      'start',
      `let asked = 0
     process.on('SIGTERM', () => { if (asked++ === 0) setTimeout(() => { console.log('stopped'); process.exit(3) }, 200) })
     console.log('up')
     setInterval(() => {}, 1000)`,
    )
    const child = spawn(process.execPath, [bootstrap(), 'start'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [first] = await once(child.stdout, 'data')
    expect(String(first)).toBe('up\n')
    let rest = ''
    child.stdout.on('data', (chunk) => {
      rest += chunk
    })
    child.kill(signal)
    child.kill(signal)
    const [code] = await once(child, 'close')
    expect({ code, rest }).toEqual({ code: 3, rest: 'stopped\n' })
  },
)

test('a command killed by a signal is reported as such', async () => {
  command('start', `process.kill(process.pid, 'SIGKILL')`)
  const child = spawn(process.execPath, [bootstrap(), 'start'], { env, stdio: 'ignore' })
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
})

test('SIGTERM to npm: the command stops, although npm and its shell tell nobody', async () => {
  command(
    'start',
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
     console.log('up')
     setInterval(() => {}, 1000)`,
  )
  // What npm does: a shell that waits for the script.
  const script = `${process.execPath} ${bootstrap()} start; true`
  const shell = spawn('sh', ['-c', script], {
    env: { ...env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const stopped = new Promise<void>((resolve) => {
    shell.stdout.on('data', (chunk) => {
      output += chunk
      if (output === 'up\n') shell.kill('SIGTERM')
      if (output.includes('stopped')) resolve()
    })
  })
  await stopped
})
