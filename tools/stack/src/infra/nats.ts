import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { containerOf, DOCKER_READY_MS } from './docker.ts'
import type { Log } from './log.ts'
import { type FindNatsOptions, findNats, NATS_IMAGE } from './nats/find.ts'
import { type Launch, type Server, startOwnServer } from './process/run-server.ts'
import type { StopSteps } from './process/stop-process.ts'
import { storedSecret } from './stored-secret.ts'

export type NatsOptions = FindNatsOptions & {
  /** Data folder of this server alone: streams, password, logs. It stays when the server stops. */
  dir: string
  port?: number
  log: Log
  env?: NodeJS.ProcessEnv
  /** Storage limit of JetStream; by default three quarters of the free disk. */
  maxFileStoreBytes?: number
  /** Number of accounts, which tests share the server by; the URL is that of none. */
  accounts?: number
}

export interface Nats extends Server {
  /** Contains user and password; the npm client ignores those, so pass it `user` and `pass` as well. */
  url: string
}

const stopSteps: StopSteps = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
const READY_MS = 60_000
/** The user of a server that we start; every client connects as it. */
export const natsUser = 'jobboard'
/** The user of an account of a server with several. */
export const accountUser = (index: number) => `${natsUser}-${index}`

/** A NATS with JetStream that responds: the one of NATS_URL, or one started on 127.0.0.1 with a nats-server found or
 *  downloaded. A server left by a killed start is stopped first. Throws one sentence that says what to do. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const { port, log, env = process.env } = options
  if (env.NATS_URL) return connectExternal(env.NATS_URL, log)
  const dir = resolve(options.dir)
  const conf = join(dir, 'nats.conf')
  const leftover = { pidFile: join(dir, 'nats.pid'), marks: ['nats-server', conf] }
  const find = () => natsLaunch(dir, conf, options, env)
  const server = await startOwnServer({ name: 'NATS', dir, port, log, stopSteps, ...leftover, find })
  const password = encodeURIComponent(storedSecret(join(dir, 'password')))
  return { ...server, url: `nats://${natsUser}:${password}@127.0.0.1:${server.port}` }
}

/** How a nats-server runs on a data folder: as a process, or in a container. */
async function natsLaunch(
  dir: string,
  conf: string,
  options: NatsOptions,
  env: NodeJS.ProcessEnv,
): Promise<Launch> {
  const { file, version, source, inDocker } = await findNats(env, options.log, options)
  const container = inDocker ? containerOf(file, 'nats', dir) : undefined
  const serverName = `jobboard-${randomUUID()}`
  const logFile = join(dir, 'nats.log')
  const config = {
    server_name: serverName,
    jetstream: {
      store_dir: container ? '/jobboard/jetstream' : join(dir, 'jetstream'),
      max_file_store: options.maxFileStoreBytes,
    },
    ...usersOf(options.accounts, storedSecret(join(dir, 'password'))),
    ...(!container && { pid_file: join(dir, 'nats.pid') }),
  }
  return {
    version,
    source,
    readyMs: container ? DOCKER_READY_MS : READY_MS,
    plan(port) {
      const listen = container ? '0.0.0.0:4222' : `127.0.0.1:${port}`
      // JSON is a subset of the format of nats-server. Of its owner only: it has the password.
      writeFileSync(conf, JSON.stringify({ ...config, listen }), { mode: 0o600 })
      const command = ['-c', '/jobboard/nats.conf']
      return container
        ? container.plan({ image: NATS_IMAGE, command, port: 4222, env, logFile }, port)
        : { command: file, args: ['-c', conf], env, logFile }
    },
    async probe(port) {
      const info = await natsInfo('127.0.0.1', port)
      // Another server may have taken the port.
      return info?.server_name === serverName ? info.version : undefined
    },
    ...(container && { cleanUp: () => container.remove(env) }),
  }
}

/** The one user, or one in each account, which has streams of its own. */
function usersOf(accounts: number | undefined, password: string): object {
  if (accounts === undefined) return { authorization: { user: natsUser, password } }
  const all = Array.from({ length: accounts }, (_, index) => {
    return [`A${index}`, { jetstream: 'enabled', users: [{ user: accountUser(index), password }] }]
  })
  return { accounts: Object.fromEntries(all) }
}

async function connectExternal(urls: string, log: Log): Promise<Nats> {
  const first = urls.split(',')[0]?.trim() ?? ''
  const { hostname, port } = new URL(first.includes('://') ? first : `nats://${first}`)
  const info = await natsInfo(hostname, Number(port || 4222))
  if (!info) throw new Error(`NATS_URL: no NATS responds at ${hostname}:${port || 4222}`)
  if (!info.jetstream)
    throw new Error(`NATS_URL: the server at ${hostname} runs without JetStream: start it with -js`)
  log(`Using NATS ${info.version} (NATS_URL)`)
  const at = { url: urls, port: Number(port || 4222), source: 'NATS_URL' }
  return { ...at, version: info.version, stop: async () => {} }
}

type NatsInfo = { version: string; server_name: string; jetstream?: boolean }

/** The INFO message of the NATS server at this address; undefined when none responds (yet). Never throws. */
export function natsInfo(host: string, port: number): Promise<NatsInfo | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 })
    let received = ''
    const end = (info?: NatsInfo) => {
      resolve(info)
      socket.destroy()
    }
    socket.on('data', (chunk) => {
      received += chunk.toString()
      if (received.includes('\r\n') || received.length > 65_536) end(parseInfo(received))
    })
    socket.on('error', () => end())
    socket.on('timeout', () => end())
    socket.on('close', () => end())
  })
}

function parseInfo(text: string): NatsInfo | undefined {
  try {
    return JSON.parse(/^INFO (.*)\r\n/.exec(text)?.[1] ?? '')
  } catch {
    return undefined
  }
}
