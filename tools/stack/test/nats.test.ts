import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import { findNatsServer } from '../src/infra/nats/find.ts'
import { type Nats, type NatsOptions, startNats } from '../src/infra/nats.ts'
import { isAlive } from '../src/infra/process/stop-process.ts'
import { runChildScript } from './support/child-script.ts'
import { withFakeProgram } from './support/fake-program.ts'
import { natsRequest } from './support/nats-request.ts'

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

const stream = { name: 'STORED', subjects: ['stored'], storage: 'file' }
async function storeMessage(url: string): Promise<void> {
  await natsRequest(url, '$JS.API.STREAM.CREATE.STORED', JSON.stringify(stream))
  await natsRequest(url, 'stored', 'a message')
}
async function storedMessages(url: string): Promise<number> {
  return JSON.parse(await natsRequest(url, '$JS.API.STREAM.INFO.STORED')).state?.messages
}

/** Starts the server in another process, which reports its URL and pid. */
const startInChild = (environment: NodeJS.ProcessEnv = env) =>
  runChildScript(
    `const { startNats } = await import(infra + 'nats.ts')
     const nats = await startNats({ dir: ${JSON.stringify(join(dir, 'nats'))}, log: () => {} })
     report(JSON.stringify({ url: nats.url, pid: nats.pid }))`,
    environment,
  )

test('a stopped server has ended; the next start has its streams and its password', async () => {
  const first = await start()
  await storeMessage(first.url)
  await first.stop()
  expect(isAlive(first.pid!)).toBe(false)
  const second = await start()
  expect(await storedMessages(second.url)).toBe(1)
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(lines).toEqual(Array(2).fill(`Starting NATS ${first.version} (${first.source})…`))
})

test('two servers run beside each other and share nothing', async () => {
  const [a, b] = await Promise.all([start(), start({ dir: join(dir, 'other') })])
  await storeMessage(a!.url)
  expect(await storedMessages(b!.url)).toBeUndefined()
})

test('a client needs the password, and only the owner can read its file', async () => {
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

test('after SIGKILL of its owner the next start can use the folder and has the streams', async () => {
  const owner = await startInChild()
  await storeMessage(JSON.parse(owner.report).url)
  await owner.kill()
  expect(await storedMessages((await start()).url)).toBe(1)
})

test('a server that outlives its killed owner is stopped by the next start', async () => {
  const owner = await startInChild(withFakeProgram(env, join(dir, 'bin'), 'setpriv', 'exit 1'))
  const { url, pid } = JSON.parse(owner.report)
  await storeMessage(url)
  await owner.kill()
  expect(await storedMessages(url)).toBe(1)
  const next = await start()
  expect(isAlive(pid)).toBe(false)
  expect(lines[0]).toContain(`which an earlier start left running (process ${pid})`)
  expect(await storedMessages(next.url)).toBe(1)
})

test('a second start on the folder is refused and names the owner', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
  await natsRequest(first.url, '$JS.API.INFO')
})

test('a given port that is taken: the error says so, and the folder is released', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(start({ port })).rejects.toThrow(/did not start on port \d+[\s\S]*in use/)
  taken.close()
  expect((await start({ port })).port).toBe(port)
})

test.skipIf(!server)(
  'Docker: the container uses the folder, listens on loopback, and is removed',
  async () => {
    const calls = join(dir, 'calls')
    // Like Docker with these arguments: maps the port and the folder, and runs the server.
    const docker = withFakeProgram(
      env,
      join(dir, 'bin'),
      'docker',
      `echo "$@" >> "${calls}"
     [ "$1" = run ] || exit 0
     while [ "$1" != -c ]; do
       case "$1" in -p) port="$2" ;; -v) folder="\${2%%:*}" ;; esac
       shift
     done
     port="\${port#127.0.0.1:}"; port="\${port%:4222}"
     sed "s#0.0.0.0:4222#127.0.0.1:$port#; s#/jobboard#$folder#" "$folder/nats.conf" > "$folder/mapped.conf"
     exec "${server!.file}" -c "$folder/mapped.conf"`,
    )
    const nats = await start({ env: docker, from: ['docker'] })
    expect(nats.source).toBe('Docker nats:2.15')
    await storeMessage(nats.url)
    await nats.stop()
    expect(isAlive(nats.pid!)).toBe(false)
    const made = readFileSync(calls, 'utf8').trim().split('\n')
    const container = /--name (\S+)/.exec(made.join(' '))?.[1]
    expect(made.map((call) => call.split(' ')[0])).toEqual(['info', 'rm', 'run', 'rm'])
    expect(made.at(-1)).toBe(`rm -f ${container}`)
    const again = await start({ env: docker, from: ['docker'] })
    expect(await storedMessages(again.url)).toBe(1)
  },
)

test('no nats-server anywhere: the error says what to install', async () => {
  const broken = withFakeProgram(env, join(dir, 'bin'), 'docker', 'exit 1')
  await expect(start({ from: ['docker'], env: broken })).rejects.toThrow(
    /install nats-server .* or set NATS_URL .*Docker is installed but not running/,
  )
})

test('NATS_URL: that server is used, and stop() does not stop it', async () => {
  const own = await start()
  const used = await start({ env: { NATS_URL: own.url } })
  expect(used).toMatchObject({ source: 'NATS_URL', url: own.url, port: own.port, version: own.version })
  await used.stop()
  await natsRequest(own.url, '$JS.API.INFO')
})

test('NATS_URL without a server, or with one without JetStream: the error says so', async () => {
  const url = `nats://someone:secret@127.0.0.1:${await freePort()}`
  await expect(start({ env: { NATS_URL: url } })).rejects.toThrow(
    /^NATS_URL: no NATS responds at 127\.0\.0\.1:\d+$/,
  )
  const plain = createServer((socket) => socket.write('INFO {"version":"2.12.0","server_name":"x"}\r\n'))
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const { port } = plain.address() as { port: number }
  await expect(start({ env: { NATS_URL: `127.0.0.1:${port}` } })).rejects.toThrow(/without JetStream/)
  plain.close()
})
