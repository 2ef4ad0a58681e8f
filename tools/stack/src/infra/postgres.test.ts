import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { withFakeProgram } from './fake-program.ts'
import { findProgram } from './find-program.ts'
import { freePort } from './free-port.ts'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'
import type { PostgresSource } from './postgres-programs.ts'
import { isAlive } from './process-facts.ts'
import { startElsewhere } from './start-elsewhere.ts'

const { DATABASE_URL: _, ...env } = process.env
const sources: PostgresSource[] = findProgram('postgres', env) ? ['path', 'npm'] : ['npm']
const asRoot = process.getuid?.() === 0

let dir: string
let started: Postgres[]
let lines: string[]
beforeEach(() => {
  // mkdtemp makes it 0700: a root-only folder when root runs this.
  dir = mkdtempSync(join(tmpdir(), 'pg-'))
  started = []
  lines = []
})
afterEach(async () => {
  for (const postgres of started) await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const log = (line: string) => lines.push(line)
  const postgres = await startPostgres({ dir: join(dir, 'pg'), log, test: true, env, ...options })
  started.push(postgres)
  return postgres
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

const elsewhere = (environment: NodeJS.ProcessEnv = env) =>
  startElsewhere(
    `const { startPostgres } = await import(here + 'postgres.ts')
     const postgres = await startPostgres({ dir: ${JSON.stringify(join(dir, 'pg'))}, log: () => {} })
     say(JSON.stringify({ url: postgres.url(), pid: postgres.pid }))`,
    environment,
  )

describe.each(sources)('PostgreSQL from %s', (source) => {
  test('a stopped server is gone, and the next start has its data', async () => {
    const first = await start({ from: [source] })
    await ask(first.url(), 'create table kept as select 42 as answer')
    await first.stop()
    expect(isAlive(first.pid!)).toBe(false)
    const second = await start({ from: [source], test: false })
    expect(await ask(second.url(), 'select answer from kept')).toBe(42)
    expect(lines).toEqual(Array(2).fill(`Starting PostgreSQL ${first.version} (${first.source})…`))
  })
})

test('two stand side by side', async () => {
  const [a, b] = await Promise.all([start(), start({ dir: join(dir, 'other') })])
  expect(a!.port).not.toBe(b!.port)
  expect(await Promise.all([ask(a!.url(), 'select 1'), ask(b!.url(), 'select 2')])).toEqual([1, 2])
})

test('only this machine reaches it, and only with its password, which only the owner can read', async () => {
  const { url } = await start()
  expect(await ask(url(), 'show listen_addresses')).toBe('127.0.0.1')
  expect(await ask(url(), 'show unix_socket_directories')).toBe('')
  const guess = new URL(url())
  guess.password = 'guess'
  await expect(ask(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(dir, 'pg')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dir, 'pg', 'password')).mode & 0o777).toBe(0o600)
})

test('the text of every language has lower case and one order', async () => {
  const { url } = await start()
  expect(await ask(url(), `select lower('ÀÉÎ')`)).toBe('àéî')
  expect(await ask(url(), `select string_agg(x, '' order by x) from unnest('{b,A,a,B}'::text[]) x`)).toBe(
    'ABab',
  )
})

test('a second start on the folder is refused and names the first', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await ask(first.url(), 'select 1')).toBe(1)
})

test('after kill -9 of its owner the next start has the folder and the data', async () => {
  const owner = await elsewhere()
  const { url } = JSON.parse(owner.answer)
  await ask(url, 'create table kept as select 42 as answer')
  await owner.kill()
  const { url: again } = await start()
  expect(await ask(again(), 'select answer from kept')).toBe(42)
})

test('where a server outlives its killed owner, the next start stops it', async () => {
  const owner = await elsewhere(withFakeProgram(env, join(dir, 'bin'), 'setpriv', 'exit 1'))
  const { url, pid } = JSON.parse(owner.answer)
  await ask(url, 'create table kept as select 42 as answer')
  await owner.kill()
  expect(await ask(url, 'select 1')).toBe(1)
  const next = await start()
  expect(isAlive(pid)).toBe(false)
  expect(lines[0]).toContain(`left behind by an earlier start (process ${pid})`)
  expect(await ask(next.url(), 'select answer from kept')).toBe(42)
})

test('an initdb that was cut off is done anew', async () => {
  mkdirSync(join(dir, 'pg', 'data.new', 'base'), { recursive: true })
  const { url } = await start()
  expect(await ask(url(), 'select 1')).toBe(1)
  expect(readdirSync(join(dir, 'pg'))).not.toContain('data.new')
})

test.runIf(asRoot).each([
  ['that only root may enter', 0o700],
  ['that everybody may enter', 0o755],
])('root where namespaces are refused, in a folder %s', async (_kind, mode) => {
  chmodSync(dir, mode)
  const refused = withFakeProgram(env, join(dir, 'bin'), 'unshare', 'exit 1')
  const first = await start({ env: refused })
  expect(statSync(join(dir, 'pg', 'data')).uid).not.toBe(0)
  await ask(first.url(), 'create table kept as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(await ask(second.url(), 'select answer from kept')).toBe(42)
})

test('data of another major version: says which PostgreSQL is needed', async () => {
  mkdirSync(join(dir, 'pg', 'data'), { recursive: true })
  writeFileSync(join(dir, 'pg', 'data', 'PG_VERSION'), '9\n')
  await expect(start()).rejects.toThrow(/needs PostgreSQL 9: install it, or delete/)
})

test('nothing to start: says what to install', async () => {
  await expect(start({ from: [] })).rejects.toThrow(/install PostgreSQL 15 or later, or set DATABASE_URL/)
})

test('a port asked for that is taken: says so, and the folder is free again', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(start({ port })).rejects.toThrow(/did not start on port \d+[\s\S]*in use/)
  taken.close()
  expect((await start({ port })).port).toBe(port)
})

test('DATABASE_URL: that server is used, and stop() leaves it alone', async () => {
  const own = await start()
  const used = await start({ env: { DATABASE_URL: own.url() } })
  expect(used).toMatchObject({ source: 'DATABASE_URL', port: own.port, version: own.version })
  expect(new URL(used.url('jobs')).pathname).toBe('/jobs')
  await used.stop()
  expect(await ask(used.url(), 'select 1')).toBe(1)
})

test('DATABASE_URL to nowhere: says so, without the password', async () => {
  const url = `postgres://someone:secret@127.0.0.1:${await freePort()}/x`
  const error = await start({ env: { DATABASE_URL: url } }).catch((reason: Error) => reason.message)
  expect(error).toMatch(/^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:\d+$/)
})
