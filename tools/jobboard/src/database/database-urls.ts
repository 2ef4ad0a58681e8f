import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { dataDir } from '../files.ts'
import { text, UsageError } from '../option.ts'

/** The option that names the databases. */
export const databaseOptions = {
  'database-url': text(
    'URL',
    'the databases of the services, with {service} for their names, as a superuser: postgres://postgres:PASSWORD@127.0.0.1:5432/{service} (default: DATABASE_URL; PGHOST, PGPORT, PGUSER and PGPASSWORD; or the stack of npm start)',
  ),
}

/** The URL of each service's database. */
export type DatabaseUrls = ReadonlyMap<UpstreamName, string>

/** What `databaseOptions` parse to. */
interface DatabaseValues {
  'database-url'?: string
}

/** Finds the databases by option, environment or the stack of npm start. Throws UsageError. */
export function readDatabaseUrls(values: DatabaseValues): DatabaseUrls {
  return urlsOf(readTemplate(values))
}

/** The same; undefined when nothing names the databases. Throws UsageError. */
export function findDatabaseUrls(values: DatabaseValues): DatabaseUrls | undefined {
  const template = findTemplate(values)
  return template === undefined ? undefined : urlsOf(template)
}

/** The URL of the portal's database, which an installation may not have. Throws UsageError. */
export function readPortalDatabaseUrl(values: DatabaseValues): string {
  return urlOf(readTemplate(values), 'portal')
}

/** URLs of databases beside those of the services, whose names begin with `prefix`; that of the portal does not exist. Throws
 * UsageError. */
export function readScratchUrls(
  values: DatabaseValues,
  prefix: string,
): { scratch: DatabaseUrls; scratchPortal: string } {
  const template = readTemplate(values).replaceAll('{service}', `${prefix}{service}`)
  return { scratch: urlsOf(template), scratchPortal: urlOf(template, 'portal') }
}

function urlsOf(template: string): DatabaseUrls {
  return new Map(upstreamNames.map((name) => [name, urlOf(template, name)]))
}

function urlOf(template: string, name: string): string {
  return template.replaceAll('{service}', name)
}

function readTemplate(values: DatabaseValues): string {
  const template = findTemplate(values)
  if (template !== undefined) return template
  throw new UsageError(
    'the databases are missing: set DATABASE_URL=postgres://postgres:PASSWORD@HOST:5432/{service}, or PGHOST, PGUSER and PGPASSWORD',
  )
}

function findTemplate(values: DatabaseValues): string | undefined {
  const template =
    values['database-url'] ?? (process.env.DATABASE_URL || undefined) ?? fromParts() ?? fromDataDir()
  if (template === undefined) return undefined
  if (!template.includes('{service}') || !/^postgres(ql)?:$/.test(URL.parse(template)?.protocol ?? '')) {
    throw new UsageError(
      'the database URL must be such as postgres://postgres:PASSWORD@127.0.0.1:5432/{service}',
    )
  }
  return template
}

/** From the variables of libpq. A password may have any characters. */
function fromParts(): string | undefined {
  const { PGHOST, PGPORT = '5432', PGUSER = 'postgres', PGPASSWORD = '' } = process.env
  if (!PGHOST) return undefined
  const credentials = `${encodeURIComponent(PGUSER)}:${encodeURIComponent(PGPASSWORD)}`
  return `postgres://${credentials}@${PGHOST}:${PGPORT}/{service}`
}

/** From the files of the Postgres that npm start runs. */
function fromDataDir(): string | undefined {
  const folder = join(dataDir(), 'postgres')
  try {
    const password = readFileSync(join(folder, 'password'), 'utf8').trim()
    const port = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[3]
    return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/{service}`
  } catch {
    return undefined
  }
}
