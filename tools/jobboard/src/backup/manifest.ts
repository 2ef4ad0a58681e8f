import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
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

/** What a backup has of one table. */
export type StoredTable = z.output<typeof table>
/** What a backup has of one database. */
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
