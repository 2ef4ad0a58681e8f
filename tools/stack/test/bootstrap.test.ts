import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
// @ts-expect-error Plain JavaScript, for old versions of Node.
import { checks, commands } from '../bootstrap/commands.mjs'
import { root as checkout } from '../src/settings.ts'
import { withFakeProgram } from './support/fake-program.ts'

const node = join(checkout, 'node_modules', '.bin', 'node')

let root: string
let env: NodeJS.ProcessEnv
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap '))
  const stack = join(root, 'tools', 'stack')
  for (const name of ['bootstrap.mjs', 'bootstrap']) {
    cpSync(join(checkout, 'tools', 'stack', name), join(stack, name), { recursive: true })
  }
  mkdirSync(join(stack, 'src'))
  writeLockFile('1.0.0')
  writeCommand('start', `console.log(process.argv.slice(2).join(' ')); process.exitCode = 7`)
  // Like npm ci: removes everything first, writes its record last.
  const install = `echo "$*" >> npm-calls; rm -rf node_modules; mkdir -p node_modules/.bin; sleep 0.3
    ln -s "${node}" node_modules/.bin/node; cp package-lock.json node_modules/.package-lock.json`
  env = withFakeProgram(process.env, join(root, 'bin'), 'npm', install)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function writeLockFile(version: string): void {
  const packages = { 'node_modules/a': { version }, 'node_modules/for-macs': { version, optional: true } }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

function writeCommand(name: string, code: string): void {
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

test('--help lists the commands; an unknown command fails and lists them, too', () => {
  const help = run('--help')
  expect(help).toMatchObject({ status: 0, stderr: '' })
  expect(help.stdout).toMatch(/ start .*\n +dev .*\n +test .*\n/)
  expect(help.stdout).toMatch(/ test:again .*\n/)
  for (const args of [[], ['frobnicate'], ['toString']]) {
    expect(run(...args)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Usage:') })
  }
  expect(installs()).toBe(0)
})

test('a command gets its arguments, and its exit code is returned', () => {
  expect(run('start', '--a', 'b c')).toMatchObject({ status: 7, stdout: '--a b c\n' })
})

test('every script of package.json is a command, and so installs missing dependencies first', () => {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  expect(Object.keys(scripts)).toContain('jobboard')
  const help = run('do').stdout
  for (const [name, script] of Object.entries(scripts)) {
    expect(script).toBe(`exec node tools/stack/bootstrap.mjs ${name}`)
    expect(help).toContain(`\n  ${name} `)
  }
})

test('do NAME runs a command that is not a script; the file of each command exists', () => {
  writeCommand('test-again', `console.log(process.argv.slice(2).join(' '))`)
  expect(run('do', 'test:again', '10', '--a')).toMatchObject({ status: 0, stdout: '10 --a\n' })
  for (const command of Object.values(commands as Record<string, string>)) {
    for (const step of command.split(' && ').filter(Boolean)) {
      const [file] = step.split(' ').filter((word) => !word.includes('='))
      expect(existsSync(join(checkout, file!)), step).toBe(true)
    }
  }
})

test('check runs every check, prints the output of those that fail, and fails with them', () => {
  for (const name of checks as string[]) {
    for (const step of (commands as Record<string, string>)[name]!.split(' && ')) {
      const file = join(root, step.split(' ').find((word) => !word.includes('='))!)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, name === 'imports' ? `console.log('a breach'); process.exitCode = 1` : '')
    }
  }
  // The install below would remove the commands in node_modules.
  env = withFakeProgram(
    env,
    join(root, 'kept'),
    'npm',
    `mkdir -p node_modules/.bin; ln -s "${node}" node_modules/.bin/node`,
  )
  const { status, stdout } = run('check')
  expect(status).toBe(1)
  expect(stdout).toMatch(/ok +types .* s\n/)
  expect(stdout).toMatch(/FAILED +imports .* s\na breach\n/)
  expect(stdout).toMatch(/9 checks passed, 1 failed \(.* s\)\n$/)
})

describe('install', () => {
  test('installs, runs nothing, and exits with 0', () => {
    expect(run('install')).toMatchObject({ status: 0, stdout: '' })
    expect(run('install')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    expect(installs()).toBe(1)
  })

  test('missing dependencies are installed once, which is reported', () => {
    expect(run('start').stderr).toBe('Installing the dependencies (first run, about a minute)…\n')
    expect(run('start').stderr).toBe('')
    expect(installs()).toBe(1)
    expect(readFileSync(join(root, 'npm-calls'), 'utf8')).toMatch(/^ci --loglevel=http --no-audit --no-fund/)
  })

  test('dependencies of another package-lock.json are replaced', () => {
    run('start')
    writeLockFile('2.0.0')
    run('start')
    expect(installs()).toBe(2)
  })

  test('dependencies that were installed by hand are used as they are', () => {
    spawnSync('npm', ['ci'], { cwd: root, env })
    expect(run('start')).toMatchObject({ status: 7, stderr: '' })
    expect(installs()).toBe(1)
  })

  test('two commands at once install once', async () => {
    const both = [1, 2].map(() => spawn(process.execPath, [bootstrap(), 'start'], { env, stdio: 'ignore' }))
    expect(await Promise.all(both.map(async (child) => (await once(child, 'exit'))[0]))).toEqual([7, 7])
    expect(installs()).toBe(1)
  })

  test('the lock of an install that was killed does not block the next one', () => {
    const { pid } = spawnSync('true')
    mkdirSync(join(root, '.jobboard', 'install.lock'), { recursive: true })
    writeFileSync(join(root, '.jobboard', 'install.lock', 'pid'), String(pid))
    expect(run('start').status).toBe(7)
  })

  test.each([
    ['code ECONNREFUSED', /npm error code ECONNREFUSED\n[\s\S]*Behind a proxy: +HTTPS_PROXY=/],
    ['code SELF_SIGNED_CERT_IN_CHAIN', /IN_CHAIN\n[\s\S]*NODE_EXTRA_CA_CERTS=/],
    ['code EACCES', /EACCES\n[\s\S]*belong to another user\?/],
    ['code ESOMETHING', /ESOMETHING\nThe dependencies could not be installed: npm failed, see above\.\n$/],
  ])('npm error %s: prints it without the stack, and what to do', (line, printed) => {
    const working = env
    const failing = `printf 'npm warn deprecated x\\nnpm error ${line}\\nnpm error     at f (a.js:1)\\n' >&2; exit 1`
    env = withFakeProgram(env, join(root, 'failing'), 'npm', failing)
    const { status, stderr } = run('start')
    expect(status).toBe(1)
    expect(stderr).toMatch(printed)
    expect(stderr).not.toMatch(/deprecated|a\.js/)
    // The next start tries again.
    env = working
    expect(run('start').status).toBe(7)
  })
})

describe('signals', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s: waits until the command has stopped in order',
    async (signal) => {
      writeCommand(
        'start',
        `let received = 0
         process.on('SIGTERM', () => {
           if (received++ === 0) setTimeout(() => { console.log('stopped'); process.exit(3) }, 200)
         })
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

  test('a command killed by a signal is reported as killed by it', async () => {
    writeCommand('start', `process.kill(process.pid, 'SIGKILL')`)
    const child = spawn(process.execPath, [bootstrap(), 'start'], { env, stdio: 'ignore' })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
  })

  test('SIGINT during the install ends the start by SIGINT, and leaves no lock', async () => {
    env = withFakeProgram(env, join(root, 'endless'), 'npm', 'echo up > up; exec sleep 600')
    const child = spawn(process.execPath, [bootstrap(), 'start'], { env, stdio: 'ignore' })
    await expect.poll(() => existsSync(join(root, 'up')), { timeout: 10_000 }).toBe(true)
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[1]).toBe('SIGINT')
    expect(existsSync(join(root, '.jobboard', 'install.lock'))).toBe(false)
  })

  test('SIGTERM to npm stops the command, although npm and its shell do not pass it on', async () => {
    writeCommand(
      'start',
      `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
       console.log('up')
       setInterval(() => {}, 1000)`,
    )
    // Like npm: a shell that waits for the script.
    const script = `"${process.execPath}" "${bootstrap()}" start; true`
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
})
