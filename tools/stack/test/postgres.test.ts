import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import type { PostgresSource } from '../src/infra/postgres/find.ts'
import { type Postgres, type PostgresOptions, startPostgres } from '../src/infra/postgres.ts'
import { findProgram } from '../src/infra/process/find-program.ts'
import { isAlive } from '../src/infra/process/process-info.ts'
import { runChildScript } from './support/child-script.ts'
import { withFakeProgram } from './support/fake-program.ts'

const { DATABASE_URL: _, ...env } = process.env
const sources: PostgresSource[] = findProgram('postgres', env) ? ['path', 'npm'] : ['npm']
const isRoot = process.getuid?.() === 0

let dir: string
let started: Postgres[]
let lines: string[]
beforeEach(() => {
  // Mode 0700: only root may enter it when root runs this.
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

async function queryValue(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** Starts the server in another process, which reports its URL and pid. */
const startInChild = (environment: NodeJS.ProcessEnv = env) =>
  runChildScript(
    `const { startPostgres } = await import(infra + 'postgres.ts')
     const postgres = await startPostgres({ dir: ${JSON.stringify(join(dir, 'pg'))}, log: () => {} })
     report(JSON.stringify({ url: postgres.url(), pid: postgres.pid }))`,
    environment,
  )

describe.each(sources)('PostgreSQL from %s', (source) => {
  test('a stopped server has ended; the next start has its data', async () => {
    const first = await start({ from: [source] })
    await queryValue(first.url(), 'create table stored as select 42 as answer')
    await first.stop()
    expect(isAlive(first.pid!)).toBe(false)
    const second = await start({ from: [source], test: false })
    expect(await queryValue(second.url(), 'select answer from stored')).toBe(42)
    expect(lines).toEqual(Array(2).fill(`Starting PostgreSQL ${first.version} (${first.source})…`))
  })
})

test('two servers run beside each other', async () => {
  const [a, b] = await Promise.all([start(), start({ dir: join(dir, 'other') })])
  expect(a!.port).not.toBe(b!.port)
  expect(await Promise.all([queryValue(a!.url(), 'select 1'), queryValue(b!.url(), 'select 2')])).toEqual([
    1, 2,
  ])
})

test('it listens on loopback, a client needs the password, and only the owner can read its file', async () => {
  const { url } = await start()
  expect(await queryValue(url(), 'show listen_addresses')).toBe('127.0.0.1')
  expect(await queryValue(url(), 'show unix_socket_directories')).toBe('')
  const guess = new URL(url())
  guess.password = 'guess'
  await expect(queryValue(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(dir, 'pg')).mode & 0o777).toBe(0o700)
  expect(statSync(join(dir, 'pg', 'password')).mode & 0o777).toBe(0o600)
})

test('lower() handles letters beyond ASCII, and text sorts by code point', async () => {
  const { url } = await start()
  expect(await queryValue(url(), `select lower('ÀÉÎ')`)).toBe('àéî')
  expect(
    await queryValue(url(), `select string_agg(x, '' order by x) from unnest('{b,A,a,B}'::text[]) x`),
  ).toBe('ABab')
})

test('a second start on the folder is refused and names the owner', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await queryValue(first.url(), 'select 1')).toBe(1)
})

test('after SIGKILL of its owner the next start can use the folder and has the data', async () => {
  const owner = await startInChild()
  const { url } = JSON.parse(owner.report)
  await queryValue(url, 'create table stored as select 42 as answer')
  await owner.kill()
  const { url: again } = await start()
  expect(await queryValue(again(), 'select answer from stored')).toBe(42)
})

test('a server that outlives its killed owner is stopped by the next start', async () => {
  const owner = await startInChild(withFakeProgram(env, join(dir, 'bin'), 'setpriv', 'exit 1'))
  const { url, pid } = JSON.parse(owner.report)
  await queryValue(url, 'create table stored as select 42 as answer')
  await owner.kill()
  expect(await queryValue(url, 'select 1')).toBe(1)
  const next = await start()
  expect(isAlive(pid)).toBe(false)
  expect(lines[0]).toContain(`which an earlier start left running (process ${pid})`)
  expect(await queryValue(next.url(), 'select answer from stored')).toBe(42)
})

test('an initdb that was interrupted is repeated', async () => {
  mkdirSync(join(dir, 'pg', 'data.new', 'base'), { recursive: true })
  const { url } = await start()
  expect(await queryValue(url(), 'select 1')).toBe(1)
  expect(readdirSync(join(dir, 'pg'))).not.toContain('data.new')
})

test.runIf(isRoot).each([
  ['only root may enter', 0o700],
  ['every user may enter', 0o755],
])('root on a system that refuses namespaces, in a folder that %s', async (_who, mode) => {
  chmodSync(dir, mode)
  const refused = withFakeProgram(env, join(dir, 'bin'), 'unshare', 'exit 1')
  const first = await start({ env: refused })
  expect(statSync(join(dir, 'pg', 'data')).uid).not.toBe(0)
  await queryValue(first.url(), 'create table stored as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(await queryValue(second.url(), 'select answer from stored')).toBe(42)
})

test('data of another major version: the error names the PostgreSQL that it needs', async () => {
  mkdirSync(join(dir, 'pg', 'data'), { recursive: true })
  writeFileSync(join(dir, 'pg', 'data', 'PG_VERSION'), '9\n')
  await expect(start()).rejects.toThrow(/needs PostgreSQL 9: install it, or delete/)
})

test('no PostgreSQL anywhere: the error says what to install', async () => {
  await expect(start({ from: [] })).rejects.toThrow(/install PostgreSQL 15 or later, or set DATABASE_URL/)
})

test('a given port that is taken: the error says so, and the folder is released', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(start({ port })).rejects.toThrow(/did not start on port \d+[\s\S]*in use/)
  taken.close()
  expect((await start({ port })).port).toBe(port)
})

test('DATABASE_URL: that server is used, and stop() does not stop it', async () => {
  const own = await start()
  const used = await start({ env: { DATABASE_URL: own.url() } })
  expect(used).toMatchObject({ source: 'DATABASE_URL', port: own.port, version: own.version })
  expect(new URL(used.url('jobs')).pathname).toBe('/jobs')
  await used.stop()
  expect(await queryValue(used.url(), 'select 1')).toBe(1)
})

test('DATABASE_URL without a server: the error says so, without the password', async () => {
  const url = `postgres://someone:secret@127.0.0.1:${await freePort()}/x`
  const error = await start({ env: { DATABASE_URL: url } }).catch((reason: Error) => reason.message)
  expect(error).toMatch(/^DATABASE_URL: no PostgreSQL responds at 127\.0\.0\.1:\d+$/)
})
