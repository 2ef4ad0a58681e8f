import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSchema } from '@jobboard/testkit/infra'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../src/db.ts'
import { migrate } from '../src/migrate.ts'

let schema: Awaited<ReturnType<typeof openSchema>>
let folder: string
const run = () => migrate(schema.url, [{ name: 'notes', folder }])
beforeAll(async () => {
  schema = await openSchema()
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

test('code that lacks an applied migration is refused', async () => {
  await rm(join(folder, '0003_half.sql'))
  await expect(run()).rejects.toThrow('notes/0003_half.sql was applied')
})
