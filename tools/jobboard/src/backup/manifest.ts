import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
import type pg from 'pg'
import { z } from 'zod'

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Relative to the folder of the backup. */
  file: z.string().regex(/^[a-z]+\/\w+\.copy\.gz$/),
  /** Of the file. */
  sha256: z.string(),
})
const database = z.object({
  postgresVersion: z.string(),
  /** In the order in which they were applied. */
  migrations: z.array(
    z.object({ source: z.string().regex(/^[a-z]+$/), name: z.string().regex(/^\w+\.sql$/) }),
  ),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
const manifest = z.object({
  format: z.literal(1),
  /** The moment that the backup shows, by the clock of Postgres. */
  takenAt: z.string(),
  databases: z.partialRecord(z.enum(upstreamNames), database),
  /** For a person who reads the list: what a backup leaves out. */
  notIncluded: z.array(z.string()).optional(),
})

export type StoredTable = z.output<typeof table>
export type StoredDatabase = z.output<typeof database>
/** The list of everything in a backup, `manifest.json`. It is written last. */
export type Manifest = z.output<typeof manifest>

/** Name of the list in the folder of a backup. */
export const MANIFEST_FILE = 'manifest.json'

/** Reads the list of a backup. Throws what is wrong and what to do next. */
export function readManifest(folder: string): Manifest {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Error(
      isMissing
        ? `${folder} is no complete backup: it has no ${MANIFEST_FILE}`
        : `${folder}/${MANIFEST_FILE} cannot be read: ${(error as Error).message}`,
    )
  }
  const parsed = manifest.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new Error(`${folder}/${MANIFEST_FILE} is not the list of a backup: ${path.join('.')}: ${message}`)
}

/** A table and the columns that are stored: generated ones are computed again. */
export interface Table {
  name: string
  columns: string[]
}

/** The tables of the current schema, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** A sequence and the last number that it gave out; null before the first. */
export interface Sequence {
  name: string
  last: string | null
}

/** The sequences of the current schema, by name. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename`)
  return rows
}

/** Names as SQL: `"outbox"`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
}
