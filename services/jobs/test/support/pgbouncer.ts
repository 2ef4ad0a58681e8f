import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConnection } from '@jobboard/db/connections'
import { freePort } from '@jobboard/stack/infra/free-port'
import { findServerUser } from '@jobboard/stack/infra/postgres/cluster'
import { findSystemTool } from '@jobboard/stack/infra/process/find-program'
import { eventually } from '@jobboard/testkit/eventually'

/** The PgBouncer program, if it is installed. */
export function findPgBouncer(): string | undefined {
  return findSystemTool('pgbouncer', process.env)
}

/** Starts PgBouncer in transaction mode in front of the database of `directUrl`, with `poolSize` connections to
 * Postgres. Returns the URL through it. */
export async function startPgBouncer(
  program: string,
  directUrl: string,
  poolSize: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const direct = new URL(directUrl)
  const name = decodeURIComponent(direct.pathname.slice(1))
  const port = await freePort()
  const dir = await mkdtemp(join(tmpdir(), 'jobboard-pgbouncer-'))
  const file = join(dir, 'pgbouncer.ini')
  const setup = `set statement_timeout = 4500; set idle_in_transaction_session_timeout = 10000`
  const server = {
    host: direct.hostname,
    port: direct.port || '5432',
    dbname: name,
    user: decodeURIComponent(direct.username),
    password: decodeURIComponent(direct.password),
    connect_query: setup,
  }
  const settings = Object.entries(server).filter(([, value]) => value !== '')
  await writeFile(
    file,
    `[databases]
${name} = ${settings.map(([name, value]) => `${name}='${value}'`).join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout
`,
  )
  const user = await findServerUser(dir, ['pgbouncer.ini'], [program], process.env)
  const [command = program, ...args] = [...user.prefix, program, file]
  const ids = user.uid === undefined ? {} : { uid: user.uid, gid: user.gid! }
  const child = spawn(command, args, { ...ids, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += chunk
  })
  const exited = once(child, 'exit')
  const url = `postgres://${direct.username}@127.0.0.1:${port}/${name}`
  await eventually('PgBouncer responds', async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
    const client = await openConnection(url, 2_000).catch(() => undefined)
    await client?.end()
    return client !== undefined
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(dir, { recursive: true, force: true })
    },
  }
}
