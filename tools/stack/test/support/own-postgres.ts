import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type Postgres, type PostgresOptions, startPostgres } from '../../src/infra/postgres.ts'
import { runChildScript } from './child-script.ts'

const { DATABASE_URL: _, ...inherited } = process.env

/** The environment without a server. */
export const env: NodeJS.ProcessEnv = inherited

/** Servers in a folder of each test's own, which only its owner may enter. */
export function useOwnPostgres() {
  const own = { dir: '', lines: [] as string[], start, startInChild }
  let started: Postgres[] = []
  beforeEach(() => {
    own.dir = mkdtempSync(join(tmpdir(), 'pg-'))
    started = []
    own.lines = []
  })
  afterEach(async () => {
    for (const postgres of started) await postgres.stop()
    rmSync(own.dir, { recursive: true, force: true })
  })

  /** Starts one, which ends after the test. */
  async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
    const log = (line: string) => own.lines.push(line)
    const postgres = await startPostgres({ dir: join(own.dir, 'pg'), log, test: true, env, ...options })
    started.push(postgres)
    return postgres
  }

  /** Starts the server in another process, which reports its URL and pid. */
  function startInChild(environment: NodeJS.ProcessEnv = env) {
    return runChildScript(
      `const { startPostgres } = await import(infra + 'postgres.ts')
       const postgres = await startPostgres({ dir: ${JSON.stringify(join(own.dir, 'pg'))}, log: () => {} })
       report(JSON.stringify({ url: postgres.url(), pid: postgres.pid }))`,
      environment,
    )
  }

  return own
}

/** The only value of the first row. */
export async function queryValue(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}
