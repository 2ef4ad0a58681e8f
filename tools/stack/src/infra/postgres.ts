import { join, resolve } from 'node:path'
import { claimFolder } from './claim-folder.ts'
import { prepareCluster } from './postgres-cluster.ts'
import { findPostgres, type PostgresSource } from './postgres-programs.ts'
import { databaseUrl, postgresVersion } from './postgres-url.ts'
import { runServer } from './run-server.ts'
import { serverIdentity } from './server-identity.ts'
import { stopLeftover } from './stop-leftover.ts'
import type { StopLadder } from './stop-process.ts'

export type PostgresOptions = {
  /** A folder of its own: data, password, log. Kept between starts. */
  dir: string
  port?: number
  log: (line: string) => void
  /** Faster, and a crash of the machine may lose data. */
  test?: boolean
  env?: NodeJS.ProcessEnv
  /** Which sources may be used, in this order. */
  from?: PostgresSource[]
}

export type Postgres = {
  /** Superuser URL of a database, `postgres` unless named. */
  url(database?: string): string
  port: number
  version: string
  source: string
  /** The server is gone when this resolves. Does nothing to a server from DATABASE_URL. */
  stop(): Promise<void>
  pid?: number
  /** Resolves when the server has ended, asked or not. */
  exited?: Promise<void>
}

// Fast shutdown, immediate shutdown, the end.
const ladder: StopLadder = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]

/** A PostgreSQL that answers: the one of DATABASE_URL, or one on 127.0.0.1 started from a program found here, with a
 *  password of its own. A server left by a killed start is stopped first. Throws one clear sentence. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log, test = false } = options
  const env = options.env ?? process.env
  if (env.DATABASE_URL) return external(env.DATABASE_URL, log)
  const dir = resolve(options.dir)
  const claim = claimFolder(dir, 'PostgreSQL')
  try {
    const data = join(dir, 'data')
    const pidFile = join(data, 'postmaster.pid')
    await stopLeftover({ name: 'PostgreSQL', pidFile, marks: ['postgres', data], ladder, log })
    const programs = await findPostgres(data, env, options.from)
    log(`Starting PostgreSQL ${programs.version} (${programs.source})…`)
    const inside = ['data', 'password', 'postgres.log']
    const identity = await serverIdentity(dir, inside, [programs.initdb, programs.postgres], env)
    const quiet = serverEnv(env)
    const password = await prepareCluster(dir, programs, identity, quiet, test)
    const { prefix, uid, gid } = identity
    const server = await runServer({
      name: 'PostgreSQL',
      port: options.port,
      plan: (port) => ({
        command: programs.postgres,
        args: ['-D', data, '-p', String(port), ...settings(test).flatMap((setting) => ['-c', setting])],
        env: quiet,
        logFile: join(dir, 'postgres.log'),
        prefix,
        uid,
        gid,
      }),
      probe: (port) => postgresVersion(localUrl(port, password)),
      ladder,
      readyMs: 60_000,
    })
    return {
      url: (database = 'postgres') => databaseUrl(localUrl(server.port, password), database),
      port: server.port,
      version: server.answer,
      source: programs.source,
      stop: () => server.stop().finally(claim.release),
      pid: server.pid,
      exited: server.exited,
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

async function external(url: string, log: (line: string) => void): Promise<Postgres> {
  const { hostname, port } = new URL(url)
  const version = await postgresVersion(url)
  if (!version) throw new Error(`DATABASE_URL: no PostgreSQL answers at ${hostname}:${port || 5432}`)
  log(`Using PostgreSQL ${version} (DATABASE_URL)`)
  return {
    url: (database) => (database ? databaseUrl(url, database) : url),
    port: Number(port || 5432),
    version,
    source: 'DATABASE_URL',
    stop: async () => {},
  }
}

function settings(test: boolean): string[] {
  const always = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  return test ? [...always, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : always
}

function localUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** PG* variables are meant for clients and would change the server; messages stay English, so that they can be read. */
function serverEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PG'))),
    LC_ALL: 'C',
  }
}
