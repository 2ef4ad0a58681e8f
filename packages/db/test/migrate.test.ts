import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@jobboard/testkit/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConnection } from '../src/connections.ts'
import { openDb } from '../src/db.ts'
import { isUnavailable } from '../src/failure.ts'
import { migrate } from '../src/migrate.ts'

let schema: Awaited<ReturnType<typeof openDatabase>>
let folder: string
const sources = () => [{ name: 'notes', folder }]
const run = () => migrate(schema.url, sources())
beforeAll(async () => {
  schema = await openDatabase()
  folder = await mkdtemp(join(tmpdir(), 'jobboard-migrations-'))
  await writeFile(join(folder, '0001_note.sql'), 'create table note (id integer)')
  await writeFile(join(folder, '0002_text.sql'), 'alter table note add body text')
})
afterAll(async () => {
  await schema.drop()
  await rm(folder, { recursive: true })
})

test('of several replicas one applies the migrations, in order', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, run))
  expect(results.flat()).toEqual(['notes/0001_note.sql', 'notes/0002_text.sql'])
  expect(await run()).toEqual([])
})

test('a failed migration is rolled back and applied again by the next run', async () => {
  const file = join(folder, '0003_half.sql')
  await writeFile(file, 'alter table note add half text; select no_such_function()')
  await expect(run()).rejects.toThrow('no_such_function')
  await writeFile(file, 'alter table note add half text')
  expect(await run()).toEqual(['notes/0003_half.sql'])
  const db = openDb({ url: schema.url })
  expect(await db.sql`select id, body, half from note`).toEqual([])
  await db.close()
})

test('a migration gives up its place in the queue of a held lock, and is applied after the release', async () => {
  const holder = await openConnection(schema.url)
  await holder.query('begin; select * from note')
  await writeFile(join(folder, '0004_more.sql'), 'alter table note add more text')
  const gaveUp = Promise.withResolvers<void>()
  const migrating = migrate(schema.url, sources(), {
    lockTimeoutMs: 100,
    onLockTimeout: () => gaveUp.resolve(),
  })
  await gaveUp.promise
  // Would wait behind the migration while that waits for the holder.
  const db = openDb({ url: schema.url })
  expect(await db.sql`select id from note`).toEqual([])
  await holder.end()
  expect(await migrating).toEqual(['notes/0004_more.sql'])
  await db.close()
})

test('a migration that gets its lock in no retry is an outage', async () => {
  const holder = await openConnection(schema.url)
  await holder.query('begin; select * from note')
  await writeFile(join(folder, '0005_late.sql'), 'alter table note add late text')
  const error = await migrate(schema.url, sources(), { lockTimeoutMs: 50, lockWaitMs: 100 }).catch((e) => e)
  expect(isUnavailable(error)).toBe(true)
  await holder.end()
  expect(await run()).toEqual(['notes/0005_late.sql'])
})

test('an index is created concurrently while other replicas wait to migrate', async () => {
  await writeFile(
    join(folder, '0006_index.sql'),
    `-- no transaction
drop index concurrently if exists note_body;
create index concurrently note_body on note (body);
`,
  )
  const results = await Promise.all(Array.from({ length: 4 }, run))
  expect(results.flat()).toEqual(['notes/0006_index.sql'])
})

test('code that lacks an applied migration starts and reports it', async () => {
  await rm(join(folder, '0003_half.sql'))
  const newer: string[] = []
  expect(await migrate(schema.url, sources(), { onNewer: (name) => newer.push(name) })).toEqual([])
  expect(newer).toEqual(['notes/0003_half.sql'])
})
