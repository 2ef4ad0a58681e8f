import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '@jobboard/db/db'
import { openLog } from '@jobboard/service/lifecycle/log'
import { migrateWhenUp } from '@jobboard/service/runtime/migrate-when-up'
import { openDatabase, type TestDatabase } from '@jobboard/testkit/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordPending, savePending } from '../src/index/pending-store.ts'
import {
  findLiveIndex,
  INDEX_FORMAT,
  insertIndex,
  readIndexState,
  retireAbandoned,
  retireIndexesOf,
  senderLock,
  swapIndex,
} from '../src/index/store.ts'
import { findRunning, insertReindex, saveFinished } from '../src/reindexes/store.ts'
import { service } from '../src/service.ts'

/** What the release before wrote: (format - 1) * 10000 + version. */
const FORMAT_2 = 10_002
const FORMAT_3 = 20_002

let database: TestDatabase
let oldMigrations: string
let db: Db
beforeAll(async () => {
  database = await openDatabase()
  oldMigrations = await mkdtemp(join(tmpdir(), 'search-migrations-'))
  const { folder } = service.migrations.find(({ name }) => name === 'search')!
  const old = (await readdir(folder)).filter((file) => file < '0062')
  for (const file of old) await cp(join(folder, file), join(oldMigrations, file))
  const others = service.migrations.filter(({ name }) => name !== 'search')
  const log = openLog('search', 'silent')
  await migrateWhenUp(database.url, [...others, { name: 'search', folder: oldMigrations }], log)
  db = openDb({ url: database.url })
  await db.sql`insert into tokeniser (version, is_complete, seen_at) values (2, true, now())`
  await db.sql`insert into search_index (uid, tokeniser_version, state) values ('first', 1, 'live'),
    ('second', ${FORMAT_2}, 'live'), ('third', ${FORMAT_3}, 'live'), ('next', ${FORMAT_3}, 'building')`
  await db.sql`insert into pending_change (tokeniser_version, candidate_id)
    values (1, 9), (${FORMAT_2}, 7), (${FORMAT_2}, 8), (${FORMAT_3}, 8)`
  await db.sql`insert into search_reindex (tokeniser_version, engine, reason, started_at, total)
    values (${FORMAT_2}, 'meilisearch', 'first', now(), 20), (${FORMAT_3}, 'meilisearch', 'requested', now(), 30),
      (2, 'postgres', 'requested', now(), 40)`
  await migrateWhenUp(database.url, service.migrations, log)
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
  if (oldMigrations) await rm(oldMigrations, { recursive: true })
})

/** As the release before records a change. */
const recordAsBefore = (id: number) =>
  db.sql`insert into pending_change (tokeniser_version, candidate_id)
    select distinct tokeniser_version, ${id}::int from search_index where state <> 'retired'
    on conflict (tokeniser_version, candidate_id) do update set sequence = excluded.sequence, refused_at = null`

/** As the release before reads the index of this version. */
const readAsBefore = async (stored: number) => {
  const [index] = await db.sql<{ uid: string }>`
    select uid from search_index where tokeniser_version = ${stored} and state = 'live'`
  const pending = await db.sql<{ candidateId: number }>`
    select candidate_id from pending_change where tokeniser_version = ${stored} order by 1`
  return { uid: index?.uid, pendingIds: pending.map(({ candidateId }) => candidateId) }
}

const state = async () => {
  const { uid, pendingIds } = await readIndexState(db.sql, 2, 100)
  return { uid, pendingIds: pendingIds.toSorted((a, b) => a - b) }
}

test('an installation with indexes of formats 1, 2 and 3 keeps them, their changes and their reindexes', async () => {
  const indexes = await db.sql`
    select uid, document_version, index_format from search_index order by index_format, uid desc`
  expect(indexes).toEqual([
    { uid: 'first', documentVersion: 1, indexFormat: 1 },
    { uid: 'second', documentVersion: 2, indexFormat: 2 },
    { uid: 'third', documentVersion: 2, indexFormat: 3 },
    { uid: 'next', documentVersion: 2, indexFormat: 3 },
  ])
  expect(await findLiveIndex(db.sql, 2)).toBe('third')
  expect(await state()).toEqual({ uid: 'third', pendingIds: [8] })
  expect(await findRunning(db.sql, { version: 2, engine: 'meilisearch' })).toMatchObject({ total: 30 })
  expect(await findRunning(db.sql, { version: 2, engine: 'postgres' })).toMatchObject({ total: 40 })
})

test('what the release before records beside this one is pending here, and what this one records is there', async () => {
  await recordAsBefore(11)
  expect(await state()).toEqual({ uid: 'third', pendingIds: [8, 11] })
  await db.sql`with changed as (select 12 as id) ${recordPending}`
  await savePending(db.sql, 2, [11, 13], { isRefused: false })
  expect(await state()).toEqual({ uid: 'third', pendingIds: [8, 11, 12, 13] })
  expect(await readAsBefore(FORMAT_3)).toEqual({ uid: 'third', pendingIds: [8, 11, 12, 13] })
  expect(await readAsBefore(FORMAT_2)).toEqual({ uid: 'second', pendingIds: [7, 8, 11, 12] })
})

test('an index and a reindex that this release starts are those of the release before, and the other way round', async () => {
  const reindex = (await findRunning(db.sql, { version: 2, engine: 'meilisearch' }))!
  await db.tx(async (sql) => {
    await swapIndex(sql, 2)
    await saveFinished(sql, reindex.id, new Date())
  })
  expect(await readAsBefore(FORMAT_3)).toMatchObject({ uid: 'next' })
  await insertIndex(db.sql, 2)
  const started = await insertReindex(
    db.sql,
    { version: 2, engine: 'meilisearch' },
    { reason: 'requested', now: new Date() },
  )
  const rows = await db.sql`
    select id from search_reindex where tokeniser_version = ${FORMAT_3} and finished_at is null`
  expect(rows).toEqual([{ id: started!.id }])
  const building = db.sql`insert into search_index (uid, tokeniser_version, state)
    values ('again', ${FORMAT_3}, 'building')`
  await expect(building).rejects.toThrow()
})

test('an erasure retires the index of format 2 that no process sends to, and leaves that of format 3', async () => {
  await db.sql`update search_index set seen_at = now() - interval '10 minutes'`
  await db.tx((sql) => retireAbandoned(sql, [8]))
  expect((await readAsBefore(FORMAT_2)).pendingIds).toEqual([])
  const retired = await db.sql`select uid from search_index where state = 'retired' order by 1`
  expect(retired).toEqual([{ uid: 'second' }, { uid: 'third' }])
  expect(await findLiveIndex(db.sql, 2)).toBe('next')
  await db.tx((sql) => retireIndexesOf(sql, 2))
  expect(await findLiveIndex(db.sql, 2)).toBeUndefined()
  expect((await state()).pendingIds).toEqual([])
})

test('one process sends to the indexes of a format; releases of two formats send at the same time', () => {
  // The release before takes this lock, whatever its format.
  expect(senderLock(2)).toBe('search-index:2')
  expect(senderLock(2, INDEX_FORMAT + 1)).not.toBe(senderLock(2))
  expect(senderLock(3)).not.toBe(senderLock(2))
})
