import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { openConnection } from '@jobboard/db/connections'
import type { MigrationSource } from '@jobboard/db/migrate'
import { openLog } from '@jobboard/service/lifecycle/log'
import { migrateWhenUp } from '@jobboard/service/runtime/migrate-when-up'
import { databaseUrl } from '@jobboard/stack/infra/postgres/ensure-database'

export interface TestDatabase {
  url: string
  /** Ends its sessions and deletes it. */
  drop(): Promise<void>
}

/** Creates an empty database on the test server. */
export function openDatabase(): Promise<TestDatabase> {
  return copyDatabase('template1')
}

/** Creates a database with the tables of a service, and unless `shared` is given, with those of events and chassis. Copies
 * one that is migrated once per run, which takes a quarter of the CPU time of the migrations. */
export async function openMigratedDatabase(
  migrations: MigrationSource[],
  shared?: MigrationSource[],
): Promise<TestDatabase> {
  const template = `${prefix()}template_${await fingerprint([...(shared ?? []), ...migrations])}`
  if (!templates.has(template)) templates.set(template, createTemplate(template, migrations, shared))
  await templates.get(template)
  return copyDatabase(template)
}

/** Deletes the databases of this run: those that it copied, and those of systems that end with their worker. */
export async function dropDatabases(): Promise<void> {
  const { rows } = await onServer<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, '${prefix()}')`,
  )
  for (const { name } of rows) await onServer(`drop database ${name} with (force)`)
}

/** Environment variable with the name of the test run, which its databases carry. */
export const TEST_RUN = 'JOBBOARD_TEST_RUN'

const prefix = () => `test_${process.env[TEST_RUN]}_`
const templates = new Map<string, Promise<void>>()

function serverUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set: run the tests with `npm test`')
  return url
}

let opened: ReturnType<typeof openConnection> | undefined

/** Runs a statement on a connection that this process keeps: to open one costs half as much as a copy. */
async function onServer<Row extends object>(statement: string): Promise<{ rows: Row[] }> {
  opened ??= openUnreferenced()
  return (await opened).query<Row>(statement)
}

async function openUnreferenced(): ReturnType<typeof openConnection> {
  const forget = () => {
    opened = undefined
  }
  try {
    const connection = await openConnection(serverUrl(), 60_000)
    connection.once('end', forget)
    // Absent from the types of pg. The process ends without waiting for the connection.
    ;(connection as unknown as { unref(): void }).unref()
    return connection
  } catch (error) {
    forget()
    throw error
  }
}

// `file_copy` takes a third of the CPU time of the default, which writes each page to the write-ahead log.
async function copyDatabase(template: string): Promise<TestDatabase> {
  const name = prefix() + randomBytes(8).toString('hex')
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(serverUrl(), name),
    drop: async () => void (await onServer(`drop database ${name} with (force)`)),
  }
}

// Test workers need the same template at the same time: the first one creates it. A crash leaves only the draft.
async function createTemplate(
  template: string,
  migrations: MigrationSource[],
  shared: MigrationSource[] | undefined,
): Promise<void> {
  const client = await openConnection(serverUrl(), 60_000)
  try {
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const { rowCount } = await client.query(`select from pg_database where datname = '${template}'`)
    if (rowCount) return
    const draft = `${template}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template template1`)
    await migrateWhenUp(databaseUrl(serverUrl(), draft), migrations, openLog('template', 'silent'), shared)
    await client.query(`alter database ${draft} rename to ${template}`)
  } finally {
    await client.end()
  }
}

async function fingerprint(migrations: MigrationSource[]): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, folder } of migrations) {
    for (const file of (await readdir(folder)).sort()) {
      hash.update(`${name}/${file}\0`).update(await readFile(`${folder}/${file}`))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
