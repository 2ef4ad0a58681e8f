import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { DOCKER_READY_MS } from './docker.ts'
import type { Log } from './log.ts'
import { type FindNatsOptions, findNats } from './nats/find.ts'
import { natsInfo, natsLaunch, natsUser } from './nats/launch.ts'
import { claimFolder } from './process/claim-folder.ts'
import { runServer } from './process/run-server.ts'
import type { StopSteps } from './process/stop-process.ts'
import { stopLeftover } from './process/stop-process.ts'
import { storedSecret } from './stored-secret.ts'

export type NatsOptions = FindNatsOptions & {
  /** Data folder of this server alone: streams, password, logs. It stays when the server stops. */
  dir: string
  port?: number
  log: Log
  env?: NodeJS.ProcessEnv
  /** Storage limit of JetStream; by default three quarters of the free disk. */
  maxFileStoreBytes?: number
}

export type Nats = {
  /** Contains user and password; the npm client ignores those, so pass it `user` and `pass` as well. */
  url: string
  port: number
  version: string
  source: string
  /** Resolves when the server has ended. Does nothing to a server from NATS_URL. */
  stop(): Promise<void>
  /** Absent for a server from NATS_URL. */
  pid?: number
  /** Resolves when the server has ended, by `stop` or by itself. */
  exited?: Promise<void>
}

const stopSteps: StopSteps = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
const READY_MS = 60_000

/** A NATS with JetStream that responds: the one of NATS_URL, or one started on 127.0.0.1 with a nats-server found or
 *  downloaded. A server left by a killed start is stopped first. Throws one sentence that says what to do. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const { log, env = process.env } = options
  if (env.NATS_URL) return connectExternal(env.NATS_URL, log)
  const dir = resolve(options.dir)
  const claim = claimFolder(dir, 'NATS')
  try {
    const leftover = { pidFile: join(dir, 'nats.pid'), marks: ['nats-server', join(dir, 'nats.conf')] }
    await stopLeftover({ name: 'NATS', ...leftover, stopSteps, log })
    const program = await findNats(env, log, options)
    log(`Starting NATS ${program.version} (${program.source})…`)
    const password = storedSecret(join(dir, 'password'))
    const { plan, cleanUp } = natsLaunch(program, dir, password, env, options.maxFileStoreBytes)
    await cleanUp()
    const serverName = `jobboard-${randomUUID()}`
    const server = await runServer({
      name: 'NATS',
      port: options.port,
      plan: (port) => plan(port, serverName),
      probe: async (port) => {
        const info = await natsInfo('127.0.0.1', port)
        // Another server may have taken the port.
        return info?.server_name === serverName ? info.version : undefined
      },
      stopSteps,
      readyMs: program.inDocker ? DOCKER_READY_MS : READY_MS,
    })
    return {
      url: `nats://${natsUser}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`,
      port: server.port,
      version: server.version,
      source: program.source,
      stop: () => server.stop().finally(cleanUp).finally(claim.release),
      pid: server.pid,
      exited: server.exited,
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

async function connectExternal(urls: string, log: Log): Promise<Nats> {
  const first = urls.split(',')[0]?.trim() ?? ''
  const { hostname, port } = new URL(first.includes('://') ? first : `nats://${first}`)
  const info = await natsInfo(hostname, Number(port || 4222))
  if (!info) throw new Error(`NATS_URL: no NATS responds at ${hostname}:${port || 4222}`)
  if (!info.jetstream)
    throw new Error(`NATS_URL: the server at ${hostname} runs without JetStream: start it with -js`)
  log(`Using NATS ${info.version} (NATS_URL)`)
  return {
    url: urls,
    port: Number(port || 4222),
    version: info.version,
    source: 'NATS_URL',
    stop: async () => {},
  }
}
