import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { claimFolder } from './claim-folder.ts'
import { keptSecret } from './kept-secret.ts'
import { natsUser } from './nats-config.ts'
import { natsInfo } from './nats-info.ts'
import { natsLaunch } from './nats-plan.ts'
import { findNats, type NatsSource } from './nats-program.ts'
import { runServer } from './run-server.ts'
import { stopLeftover } from './stop-leftover.ts'
import type { StopLadder } from './stop-process.ts'

export type NatsOptions = {
  /** A folder of its own: streams, password, log. Kept between starts. */
  dir: string
  port?: number
  log: (line: string) => void
  env?: NodeJS.ProcessEnv
  /** Ends the search for a program to start. */
  signal?: AbortSignal
  /** Which sources may be used, in this order. */
  from?: NatsSource[]
}

export type Nats = {
  /** With user and password in it: the npm client ignores those, hand it `user` and `pass` apart. */
  url: string
  port: number
  version: string
  source: string
  /** The server is gone when this resolves. Does nothing to a server from NATS_URL. */
  stop(): Promise<void>
  pid?: number
  /** Resolves when the server has ended, asked or not. */
  exited?: Promise<void>
}

const ladder: StopLadder = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]

/** A NATS with JetStream that answers: the one of NATS_URL, or one on 127.0.0.1 started from a program found here or
 *  fetched. A server left by a killed start is stopped first. Throws one clear sentence. */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const { log } = options
  const env = options.env ?? process.env
  if (env.NATS_URL) return external(env.NATS_URL, log)
  const dir = resolve(options.dir)
  const claim = claimFolder(dir, 'NATS')
  try {
    const leftover = { pidFile: join(dir, 'nats.pid'), marks: ['nats-server', join(dir, 'nats.conf')] }
    await stopLeftover({ name: 'NATS', ...leftover, ladder, log })
    const program = await findNats(env, log, options.from, options.signal)
    log(`Starting NATS ${program.version} (${program.source})…`)
    const password = keptSecret(join(dir, 'password'))
    const { plan, cleanUp } = natsLaunch(program, dir, password, env)
    await cleanUp()
    const serverName = `jobboard-${randomUUID()}`
    const server = await runServer({
      name: 'NATS',
      port: options.port,
      plan: (port) => plan(port, serverName),
      probe: async (port) => {
        const info = await natsInfo('127.0.0.1', port)
        // Another server may have been faster to take the port.
        return info?.server_name === serverName ? info.version : undefined
      },
      ladder,
      // Docker may have to pull its image first.
      readyMs: program.inDocker ? 300_000 : 60_000,
    })
    return {
      url: `nats://${natsUser}:${password}@127.0.0.1:${server.port}`,
      port: server.port,
      version: server.answer,
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

async function external(urls: string, log: (line: string) => void): Promise<Nats> {
  const first = urls.split(',')[0]?.trim() ?? ''
  const { hostname, port } = new URL(first.includes('://') ? first : `nats://${first}`)
  const info = await natsInfo(hostname, Number(port || 4222))
  if (!info) throw new Error(`NATS_URL: no NATS answers at ${hostname}:${port || 4222}`)
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
