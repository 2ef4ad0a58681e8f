import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findServerUser, prepareCluster } from '@jobboard/stack/infra/postgres/cluster'
import { ensureDatabase } from '@jobboard/stack/infra/postgres/ensure-database'
import { findPostgres } from '@jobboard/stack/infra/postgres/find'
import { startProcess, until } from '../run.ts'
import { first, root, services, work } from '../settings.ts'

export const POSTGRES_PORT = 5432
export const NATS_PORT = 4222
const MAX_CONNECTIONS = 400

/** Starts Postgres and NATS beside the pods, in the network of the first node, with the users of deploy/. `password` returns that of a name in
 * deploy/env.example. */
export async function startServers(password: (name: string) => string): Promise<void> {
  await startPostgres(password)
  await startNats(password)
}

async function startPostgres(password: (name: string) => string): Promise<void> {
  const dir = join(work, 'run/postgres')
  mkdirSync(dir, { recursive: true })
  const data = join(dir, 'data')
  const programs = await findPostgres(data, process.env)
  const inside = ['data', 'password']
  const user = await findServerUser(dir, inside, [programs.initdb, programs.postgres], process.env)
  const superuser = await prepareCluster(dir, programs, user, process.env, true)
  const hba = join(data, 'pg_hba.conf')
  if (!readFileSync(hba, 'utf8').includes('10.0.0.0/8'))
    writeFileSync(hba, 'host all all 10.0.0.0/8 scram-sha-256\n', { flag: 'a' })
  const settings = [
    `max_connections=${MAX_CONNECTIONS}`,
    'listen_addresses=*',
    'fsync=off',
    `unix_socket_directories=${data}`,
  ]
  const asUser =
    user.uid === undefined
      ? user.prefix
      : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  startProcess(
    'postgres',
    [
      ...asUser,
      programs.postgres,
      '-D',
      data,
      '-p',
      String(POSTGRES_PORT),
      ...settings.flatMap((one) => ['-c', one]),
    ],
    first.netns,
  )
  await until('Postgres (logs/postgres.log)', 60, () => isListening(POSTGRES_PORT))
  const url = `postgres://postgres:${encodeURIComponent(superuser)}@${first.address}:${POSTGRES_PORT}/postgres`
  for (const name of services.filter((one) => one !== 'gateway'))
    await ensureDatabase(url, name, name, password(`${name.toUpperCase()}_DB_PASSWORD`))
}

async function startNats(password: (name: string) => string): Promise<void> {
  const dir = join(work, 'run/nats')
  mkdirSync(dir, { recursive: true })
  for (const file of ['start.sh', 'permissions.conf'])
    copyFileSync(join(root, 'deploy/nats', file), join(dir, file))
  const config = readFileSync(join(root, 'deploy/nats/nats.conf'), 'utf8')
  writeFileSync(join(dir, 'nats.conf'), config.replace('"/data"', JSON.stringify(join(dir, 'data'))))
  const names = ['', 'GATEWAY_', ...services.map((name) => `${name.toUpperCase()}_`)].filter(
    (name) => name !== 'PORTAL_',
  )
  const passwords = names.map((name) => `${name}NATS_PASSWORD=${password(`${name}NATS_PASSWORD`)}`)
  const env = ['NODE_ENV=production', `NATS_CONFIG=${join(dir, 'running.conf')}`, ...passwords]
  startProcess('nats', ['env', ...env, 'sh', join(dir, 'start.sh')], first.netns)
  await until('NATS (logs/nats.log)', 30, () => isListening(NATS_PORT))
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: first.address, port, timeout: 1_000 })
    const end = (isOpen: boolean) => {
      socket.destroy()
      done(isOpen)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}
