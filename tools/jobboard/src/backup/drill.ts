import { withConnections } from '../database/connect.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { checkDatabases, readFrom } from '../doctor/check-databases.ts'
import { type Finding, fail, ok } from '../doctor/finding.ts'
import { quoted, readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

/** What `drill` restores, where to, and what it compares with. */
export interface DrillOptions {
  /** The databases of the running job board. */
  urls: DatabaseUrls
  /** Databases on the same server that are created, and dropped at the end. */
  scratch: DatabaseUrls
  /** One that does not exist. */
  scratchPortal: string
  folder: string
  log(line: string): void
}

/** What a drill found. */
export interface DrillResult {
  /** When it began, and the moment that the backup shows. */
  startedAt: Date
  takenAt: Date | undefined
  /** What would be lost, and how long a restore with its checks takes. */
  recoveryPointSeconds: number | undefined
  recoveryTimeSeconds: number
  findings: Finding[]
  /** Candidates erased since the backup: a restore brings them back. */
  toEraseAgain: number[]
}

const PAGE = 'backup-fails.md'

/** Restores a backup into databases of its own beside those of the running job board, and checks what it has. */
export async function drill(options: DrillOptions): Promise<DrillResult> {
  const startedAt = new Date()
  const findings: Finding[] = []
  let takenAt: Date | undefined
  let toEraseAgain: number[] = []
  try {
    const manifest = readManifest(options.folder)
    takenAt = new Date(manifest.takenAt)
    await withScratch(options, async () => {
      const { scratch: urls, scratchPortal: portalUrl, folder, log } = options
      // NATS is that of the running job board.
      await restoreBackup({ urls, portalUrl, folder, replace: false, log, beforeCommit: async () => {} })
      const stored = Object.values(manifest.databases).flatMap(({ tables }) => tables)
      const rows = stored.reduce((sum, table) => sum + table.rows, 0)
      findings.push(
        ok('restore', `${stored.length} tables with ${rows} rows, as the list of the backup says`),
      )
      findings.push(...(await checkDatabases(options.scratch)).findings)
      findings.push(await checkErased(options.scratch))
      toEraseAgain = await erasedSince(options.urls, options.scratch)
    })
  } catch (error) {
    const advice = 'Take another backup, and keep the older ones until a drill passes.'
    findings.push(fail('restore', (error as Error).message, advice, PAGE))
  }
  return {
    ...{ startedAt, takenAt, findings, toEraseAgain },
    recoveryPointSeconds: takenAt && (startedAt.getTime() - takenAt.getTime()) / 1000,
    recoveryTimeSeconds: (Date.now() - startedAt.getTime()) / 1000,
  }
}

/** Creates the databases, which no role but a superuser may use, and drops them at the end, also those of a drill that was killed. */
async function withScratch({ urls, scratch }: DrillOptions, use: () => Promise<void>): Promise<void> {
  const [first] = urls
  await withConnections(new Map([first!]), async (clients) => {
    const [server] = clients.values()
    const names = [...scratch.values()].map((url) => decodeURIComponent(new URL(url).pathname.slice(1)))
    const { rows } = await server!.query(`select pg_try_advisory_lock(hashtext('jobboard drill')) as is_mine`)
    if (!rows[0].is_mine) throw new Error('another drill is running')
    const dropAll = async () => {
      for (const name of names) await server!.query(`drop database if exists ${quoted([name])} with (force)`)
    }
    await dropAll()
    try {
      for (const name of names) {
        await server!.query(`create database ${quoted([name])}`)
        await server!.query(`revoke connect on database ${quoted([name])} from public`)
      }
      await use()
    } finally {
      await dropAll()
    }
  })
}

/** Whether a person is in the backup whose erasure the service had confirmed. */
async function checkErased(scratch: DatabaseUrls): Promise<Finding> {
  const found: string[] = []
  for (const name of ['candidate', 'search'] as const) {
    const { rows } = await readFrom(name, scratch, (client) =>
      client.query<{ id: number }>(`
        select id from candidate join erased_candidate on candidate_id = id where confirmed_at is not null order by id`),
    )
    found.push(...rows.map(({ id }) => `${id} in ${name}`))
  }
  if (found.length === 0) return ok('erasures', 'no erased candidate is in the backup')
  const what = `erased candidates are in the backup: ${found.join(', ')}`
  const advice = 'Erase them again, in the running job board first.'
  return fail('erasures', what, advice, 'erasure-not-complete.md')
}

/** Candidates that the backup has and that were erased in the running job board since. */
async function erasedSince(urls: DatabaseUrls, scratch: DatabaseUrls): Promise<number[]> {
  const now = await readFrom('candidate', urls, (client) =>
    client.query<{ id: number }>('select candidate_id as id from erasure'),
  )
  const ids = now.rows.map(({ id }) => id)
  const present = await readFrom('candidate', scratch, (client) =>
    client.query<{ id: number }>('select id from candidate where id = any($1::integer[]) order by id', [ids]),
  )
  return present.rows.map(({ id }) => id)
}
