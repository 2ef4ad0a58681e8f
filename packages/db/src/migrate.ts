import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { openConnection } from './db.ts'

/** A folder of forward-only migrations, `NNNN_what.sql`; `name` is the `source` of its rows in the
 * `migration` table. */
export interface MigrationSource {
  name: string
  folder: string
}

const MIGRATION_LOCK = 7_301_946
const MIGRATION_TIMEOUT_MS = 600_000

/** Applies the missing migrations of every source, each in its own transaction, and returns their names. Of
 * several replicas one applies them and the others wait. Throws when an applied file is missing: the code is
 * older than the database. */
export async function migrate(url: string, sources: MigrationSource[]): Promise<string[]> {
  const client = await openConnection(url, MIGRATION_TIMEOUT_MS)
  const names: string[] = []
  try {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK}, hashtext(current_schema()))`)
    await client.query(`create table if not exists migration (
      source text, name text, applied_at timestamptz not null default now(), primary key (source, name))`)
    for (const source of sources) {
      const files = (await readdir(source.folder)).filter((file) => file.endsWith('.sql')).sort()
      const { rows } = await client.query('select name from migration where source = $1', [source.name])
      const applied = new Set(rows.map((row) => row.name as string))
      for (const name of applied) {
        if (!files.includes(name)) {
          throw new Error(
            `${source.name}/${name} was applied, but this version has no such file: deploy a newer one`,
          )
        }
      }
      for (const file of files.filter((name) => !applied.has(name))) {
        const text = await readFile(`${source.folder}/${basename(file)}`, 'utf8')
        await client.query('begin')
        await client.query(text)
        await client.query('insert into migration (source, name) values ($1, $2)', [source.name, file])
        await client.query('commit')
        names.push(`${source.name}/${file}`)
      }
    }
  } finally {
    await client.end()
  }
  return names
}
