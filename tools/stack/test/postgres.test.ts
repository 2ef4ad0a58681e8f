import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import { startPostgres } from '../src/infra/postgres.ts'
import { isAlive } from '../src/infra/process/stop-process.ts'
import { queryValue, useOwnPostgres } from './support/own-postgres.ts'

const own = useOwnPostgres()

test('it listens on loopback, a client needs the password, only the owner can read its file, and a second start on the folder is refused', async () => {
  const first = await own.start()
  const { url } = first
  expect(await queryValue(url(), 'show listen_addresses')).toBe('127.0.0.1')
  expect(await queryValue(url(), 'show unix_socket_directories')).toBe('')
  const guess = new URL(url())
  guess.password = 'guess'
  await expect(queryValue(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(own.dir, 'pg')).mode & 0o777).toBe(0o700)
  expect(statSync(join(own.dir, 'pg', 'password')).mode & 0o777).toBe(0o600)
  await expect(own.start()).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await queryValue(url(), 'select 1')).toBe(1)
})

test('a stopped server has ended; the next start has its data', async () => {
  const first = await own.start()
  await queryValue(first.url(), 'create table stored as select 42 as answer')
  await first.stop()
  expect(isAlive(first.pid!)).toBe(false)
  const second = await own.start({ test: false })
  expect(await queryValue(second.url(), 'select answer from stored')).toBe(42)
  expect(own.lines).toEqual(Array(2).fill(`Starting PostgreSQL ${first.version} (${first.source})…`))
})

test('DATABASE_URL: that server is used, and stop() does not stop it', async () => {
  const { DATABASE_URL } = process.env
  const used = await startPostgres({ dir: join(own.dir, 'pg'), log: () => {}, env: { DATABASE_URL } })
  expect(used).toMatchObject({ source: 'DATABASE_URL', port: Number(new URL(DATABASE_URL!).port) })
  expect(new URL(used.url('jobs')).pathname).toBe('/jobs')
  await used.stop()
  expect(await queryValue(used.url('postgres'), 'select 1')).toBe(1)
})

test('data of another major version: the error names the PostgreSQL that it needs', async () => {
  mkdirSync(join(own.dir, 'pg', 'data'), { recursive: true })
  writeFileSync(join(own.dir, 'pg', 'data', 'PG_VERSION'), '9\n')
  await expect(own.start()).rejects.toThrow(/needs PostgreSQL 9: install it, or delete/)
})

test('no PostgreSQL anywhere: the error says what to install', async () => {
  await expect(own.start({ from: [] })).rejects.toThrow(/install PostgreSQL 15 or later, or set DATABASE_URL/)
})

test('DATABASE_URL without a server: the error says so, without the password', async () => {
  const url = `postgres://someone:secret@127.0.0.1:${await freePort()}/x`
  const error = await own.start({ env: { DATABASE_URL: url } }).catch((reason: Error) => reason.message)
  expect(error).toMatch(/^DATABASE_URL: no PostgreSQL responds at 127\.0\.0\.1:\d+$/)
})
