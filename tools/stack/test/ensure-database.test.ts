import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureDatabase } from '../src/infra/postgres/ensure-database.ts'
import { type Postgres, startPostgres } from '../src/infra/postgres.ts'

const { DATABASE_URL: _, ...env } = process.env
const dir = mkdtempSync(join(tmpdir(), 'ensure-'))
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres({ dir, log: () => {}, test: true, env })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('concurrent calls create the database once, owned by its role', async () => {
  const urls = await Promise.all(
    Array.from({ length: 5 }, () =>
      ensureDatabase(postgres.url(), 'jobs', 'jobs_role', `it's: 100% @/"safe"`),
    ),
  )
  expect(new Set(urls).size).toBe(1)
  await query(urls[0]!, 'create table job (id int)')
  expect(await query(urls[0]!, 'select current_user, current_database()')).toEqual([
    { current_user: 'jobs_role', current_database: 'jobs' },
  ])
})

test('the role of another service cannot connect', async () => {
  await ensureDatabase(postgres.url(), 'accounts', 'accounts', 'a')
  const foreign = new URL(await ensureDatabase(postgres.url(), 'search', 'search', 's'))
  foreign.pathname = '/accounts'
  await expect(query(foreign.href, 'select 1')).rejects.toThrow('permission denied for database')
})

test('a new password replaces the old one', async () => {
  const old = await ensureDatabase(postgres.url(), 'webhook', 'webhook', 'old')
  const url = await ensureDatabase(postgres.url(), 'webhook', 'webhook', 'new')
  await expect(query(old, 'select 1')).rejects.toThrow('password authentication failed')
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('without a role the URL is the admin’s', async () => {
  const url = await ensureDatabase(postgres.url(), 'odd "name"')
  expect(await query(url, 'select current_user, current_database()')).toEqual([
    { current_user: 'postgres', current_database: 'odd "name"' },
  ])
})
