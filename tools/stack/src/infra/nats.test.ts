import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFakeProgram } from './fake-program.ts'
import { freePort } from './free-port.ts'
import { type Nats, type NatsOptions, startNats } from './nats.ts'
import { findNatsServer } from './nats-program.ts'
import { natsRequest } from './nats-talk.ts'
import { isAlive } from './process-facts.ts'
import { startElsewhere } from './start-elsewhere.ts'

const { NATS_URL: _, ...env } = process.env
const server = await findNatsServer(env, () => {}).catch(() => undefined)

let dir: string
let started: Nats[]
let lines: string[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nats-'))
  started = []
  lines = []
})
afterEach(async () => {
  for (const nats of started) await nats.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function start(options: Partial<NatsOptions> = {}): Promise<Nats> {
  const nats = await startNats({ dir: join(dir, 'nats'), log: (line) => lines.push(line), env, ...options })
  started.push(nats)
  return nats
}

const stream = { name: 'KEPT', subjects: ['kept'], storage: 'file' }
async function keepMessage(url: string): Promise<void> {
  await natsRequest(url, '$JS.API.STREAM.CREATE.KEPT', JSON.stringify(stream))
  await natsRequest(url, 'kept', 'a message')
}
async function keptMessages(url: string): Promise<number> {
  return JSON.parse(await natsRequest(url, '$JS.API.STREAM.INFO.KEPT')).state?.messages
}

const elsewhere = (environment: NodeJS.ProcessEnv = env) =>
  startElsewhere(
    `const { startNats } = await import(here + 'nats.ts')
     const nats = await startNats({ dir: ${JSON.stringify(join(dir, 'nats'))}, log: () => {} })
     say(JSON.stringify({ url: nats.url, pid: nats.pid }))`,
    environment,
  )

test('a stopped server is gone, and the next start has its streams and its password', async () => {
  const first = await start()
  await keepMessage(first.url)
  await first.stop()
  expect(isAlive(first.pid!)).toBe(false)
  const second = await start()
  expect(await keptMessages(second.url)).toBe(1)
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(lines).toEqual(Array(2).fill(`Starting NATS ${first.version} (${first.source})…`))
})

test('two stand side by side and share nothing', async () => {
  const [a, b] = await Promise.all([start(), start({ dir: join(dir, 'other') })])
  await keepMessage(a!.url)
  expect(await keptMessages(b!.url)).toBeUndefined()
})

test('nobody gets in without the password, and only the owner can read it', async () => {
  const { url } = await start()
  for (const password of ['', 'guess']) {
    const guess = new URL(url)
    guess.password = password
    await expect(natsRequest(guess.href, '$JS.API.INFO')).rejects.toThrow('Authorization Violation')
  }
  for (const file of ['password', 'nats.conf']) {
    expect(statSync(join(dir, 'nats', file)).mode & 0o777).toBe(0o600)
  }
})

test('after kill -9 of its owner the next start has the folder and the streams', async () => {
  const owner = await elsewhere()
  await keepMessage(JSON.parse(owner.answer).url)
  await owner.kill()
  expect(await keptMessages((await start()).url)).toBe(1)
})

test('where a server outlives its killed owner, the next start stops it', async () => {
  const owner = await elsewhere(withFakeProgram(env, join(dir, 'bin'), 'setpriv', 'exit 1'))
  const { url, pid } = JSON.parse(owner.answer)
  await keepMessage(url)
  await owner.kill()
  expect(await keptMessages(url)).toBe(1)
  const next = await start()
  expect(isAlive(pid)).toBe(false)
  expect(lines[0]).toContain(`left behind by an earlier start (process ${pid})`)
  expect(await keptMessages(next.url)).toBe(1)
})

test('a second start on the folder is refused and names the first', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
  await natsRequest(first.url, '$JS.API.INFO')
})

test('a port asked for that is taken: says so, and the folder is free again', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(start({ port })).rejects.toThrow(/did not start on port \d+[\s\S]*in use/)
  taken.close()
  expect((await start({ port })).port).toBe(port)
})

test.skipIf(!server)('Docker: run on the folder, for this machine only, and removed afterwards', async () => {
  const calls = join(dir, 'calls')
  // Does what Docker does with these arguments: maps the port and the folder, and runs the server.
  const docker = withFakeProgram(
    env,
    join(dir, 'bin'),
    'docker',
    `echo "$@" >> ${calls}
     [ "$1" = run ] || exit 0
     while [ "$1" != -c ]; do
       case "$1" in -p) port="$2" ;; -v) folder="\${2%%:*}" ;; esac
       shift
     done
     port="\${port#127.0.0.1:}"; port="\${port%:4222}"
     sed "s#0.0.0.0:4222#127.0.0.1:$port#; s#/jobboard#$folder#" "$folder/nats.conf" > "$folder/mapped.conf"
     exec ${server!.file} -c "$folder/mapped.conf"`,
  )
  const nats = await start({ env: docker, from: ['docker'] })
  expect(nats.source).toBe('Docker nats:2.12')
  await keepMessage(nats.url)
  await nats.stop()
  expect(isAlive(nats.pid!)).toBe(false)
  const made = readFileSync(calls, 'utf8').trim().split('\n')
  const container = /--name (\S+)/.exec(made.join(' '))?.[1]
  expect(made.map((call) => call.split(' ')[0])).toEqual(['info', 'rm', 'run', 'rm'])
  expect(made.at(-1)).toBe(`rm -f ${container}`)
  const again = await start({ env: docker, from: ['docker'] })
  expect(await keptMessages(again.url)).toBe(1)
})

test('nothing to start: says what to install', async () => {
  const broken = withFakeProgram(env, join(dir, 'bin'), 'docker', 'exit 1')
  await expect(start({ from: ['docker'], env: broken })).rejects.toThrow(
    /install nats-server .* or set NATS_URL .*Docker is installed but not running/,
  )
})

test('NATS_URL: that server is used, and stop() leaves it alone', async () => {
  const own = await start()
  const used = await start({ env: { NATS_URL: own.url } })
  expect(used).toMatchObject({ source: 'NATS_URL', url: own.url, port: own.port, version: own.version })
  await used.stop()
  await natsRequest(own.url, '$JS.API.INFO')
})

test('NATS_URL to nowhere, or to a server without JetStream: says so', async () => {
  const url = `nats://someone:secret@127.0.0.1:${await freePort()}`
  await expect(start({ env: { NATS_URL: url } })).rejects.toThrow(
    /^NATS_URL: no NATS answers at 127\.0\.0\.1:\d+$/,
  )
  const plain = createServer((socket) => socket.write('INFO {"version":"2.12.0","server_name":"x"}\r\n'))
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const { port } = plain.address() as { port: number }
  await expect(start({ env: { NATS_URL: `127.0.0.1:${port}` } })).rejects.toThrow(/without JetStream/)
  plain.close()
})
