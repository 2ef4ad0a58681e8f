import { join, resolve } from 'node:path'
import type { Log } from './log.ts'
import { findServerUser, prepareCluster } from './postgres/cluster.ts'
import { databaseUrl, postgresVersion } from './postgres/ensure-database.ts'
import { findPostgres, type PostgresSource } from './postgres/find.ts'
import { claimFolder } from './process/claim-folder.ts'
import { runServer } from './process/run-server.ts'
import type { StopSteps } from './process/stop-process.ts'
import { stopLeftover } from './process/stop-process.ts'

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

export type Postgres = {
  /** Superuser URL of a database, `postgres` unless named. */
  url(database?: string): string
  port: number
  version: string
  source: string
  /** Resolves when the server has ended. Does nothing to a server from DATABASE_URL. */
  stop(): Promise<void>
  /** Absent for a server from DATABASE_URL. */
  pid?: number
  /** Resolves when the server has ended, by `stop` or by itself. */
  exited?: Promise<void>
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
  const claim = claimFolder(dir, 'PostgreSQL')
  try {
    const data = join(dir, 'data')
    const pidFile = join(data, 'postmaster.pid')
    await stopLeftover({ name: 'PostgreSQL', pidFile, marks: ['postgres', data], stopSteps, log })
    const programs = await findPostgres(data, env, options.from)
    log(`Starting PostgreSQL ${programs.version} (${programs.source})…`)
    const inside = ['data', 'password', 'postgres.log']
    const serverUser = await findServerUser(dir, inside, [programs.initdb, programs.postgres], env)
    const cleanEnv = withoutClientSettings(env)
    const password = await prepareCluster(dir, programs, serverUser, cleanEnv, test)
    const { prefix, uid, gid } = serverUser
    const server = await runServer({
      name: 'PostgreSQL',
      port: options.port,
      plan: (port) => ({
        command: programs.postgres,
        args: ['-D', data, '-p', String(port), ...settings(test).flatMap((setting) => ['-c', setting])],
        env: cleanEnv,
        logFile: join(dir, 'postgres.log'),
        prefix,
        uid,
        gid,
      }),
      probe: (port) => postgresVersion(localUrl(port, password)),
      stopSteps,
      readyMs: 60_000,
    })
    return {
      url: (database = 'postgres') => databaseUrl(localUrl(server.port, password), database),
      port: server.port,
      version: server.version,
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
    'max_connections=200',
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
