import { join, resolve } from 'node:path'
import type { Log } from './log.ts'
import { findServerUser, prepareCluster } from './postgres/cluster.ts'
import { databaseUrl, postgresVersion } from './postgres/ensure-database.ts'
import { findPostgres, type PostgresSource } from './postgres/find.ts'
import { type Launch, type Server, startOwnServer } from './process/run-server.ts'
import type { StopSteps } from './process/stop-process.ts'
import { storedSecret } from './stored-secret.ts'

export type PostgresOptions = {
  /** Data folder of this server alone: cluster, password, logs. It stays when the server stops. */
  dir: string
  port?: number
  log: Log
  /** Faster; a crash of the machine may lose data. */
  test?: boolean
  env?: NodeJS.ProcessEnv
  /** The sources to try, in this order; all of them unless given. */
  from?: PostgresSource[]
}

export interface Postgres extends Server {
  /** Superuser URL of a database, `postgres` unless named. */
  url(database?: string): string
}

// Fast shutdown, immediate shutdown, kill.
const stopSteps: StopSteps = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]

/** A PostgreSQL that responds: the one of DATABASE_URL, or one started on 127.0.0.1 with a program found here and a
 *  random password. A server left by a killed start is stopped first. Throws one sentence that says what to do. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log, test = false, env = process.env } = options
  if (env.DATABASE_URL) return connectExternal(env.DATABASE_URL, log)
  const dir = resolve(options.dir)
  const data = join(dir, 'data')
  const server = await startOwnServer({
    ...{ name: 'PostgreSQL', dir, port: options.port, log, stopSteps },
    ...{ pidFile: join(data, 'postmaster.pid'), marks: ['postgres', data] },
    find: () => postgresLaunch(dir, data, test, env, options.from),
  })
  const url = localUrl(server.port, storedSecret(join(dir, 'password')))
  return { ...server, url: (database = 'postgres') => databaseUrl(url, database) }
}

/** How a PostgreSQL runs on a data folder, which it creates. */
async function postgresLaunch(
  dir: string,
  data: string,
  test: boolean,
  env: NodeJS.ProcessEnv,
  from: PostgresSource[] | undefined,
): Promise<Launch> {
  const programs = await findPostgres(data, env, from)
  const inside = ['data', 'password', 'postgres.log']
  const serverUser = await findServerUser(dir, inside, [programs.initdb, programs.postgres], env)
  const cleanEnv = withoutClientSettings(env)
  const password = await prepareCluster(dir, programs, serverUser, cleanEnv, test)
  const { prefix, uid, gid } = serverUser
  const logFile = join(dir, 'postgres.log')
  const options = settings(test).flatMap((setting) => ['-c', setting])
  return {
    ...{ version: programs.version, source: programs.source, readyMs: 60_000 },
    plan: (port) => {
      const args = ['-D', data, '-p', String(port), ...options]
      return { command: programs.postgres, args, env: cleanEnv, logFile, prefix, uid, gid }
    },
    probe: (port) => postgresVersion(localUrl(port, password)),
  }
}

async function connectExternal(url: string, log: Log): Promise<Postgres> {
  const { hostname, port } = new URL(url)
  const version = await postgresVersion(url)
  if (!version) throw new Error(`DATABASE_URL: no PostgreSQL responds at ${hostname}:${port || 5432}`)
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
    `max_connections=${test ? 800 : 200}`,
    'timezone=UTC',
    'log_timezone=UTC',
  ]
  return test
    ? [...always, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB']
    : always
}

function localUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** PG* variables are meant for clients but change a server, too. Messages are English: `runServer` matches some. */
function withoutClientSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PG'))),
    LC_ALL: 'C',
  }
}
