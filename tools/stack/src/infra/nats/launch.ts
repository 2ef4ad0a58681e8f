import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { containerOf } from '../docker.ts'
import type { ProcessPlan } from '../process/run-process.ts'
import { type FoundNats, NATS_IMAGE } from './find.ts'

export type NatsLaunch = {
  /** Writes the configuration and returns how to run the server. */
  plan: (port: number, serverName: string) => ProcessPlan
  /** Removes the container, if there is one. */
  cleanUp: () => Promise<void>
}

/** How a nats-server runs on a data folder: as a process, or in a container. */
export function natsLaunch(
  program: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
  maxFileStoreBytes?: number,
): NatsLaunch {
  return program.inDocker
    ? containerLaunch(program, dir, password, env, maxFileStoreBytes)
    : processLaunch(program, dir, password, env, maxFileStoreBytes)
}

function processLaunch(
  { file }: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
  maxFileStoreBytes: number | undefined,
): NatsLaunch {
  const conf = join(dir, 'nats.conf')
  const [storeDir, pidFile] = [join(dir, 'jetstream'), join(dir, 'nats.pid')]
  return {
    plan: (port, serverName) => {
      writeNatsConfig(conf, {
        serverName,
        listen: `127.0.0.1:${port}`,
        storeDir,
        password,
        pidFile,
        maxFileStoreBytes,
      })
      return { command: file, args: ['-c', conf], env, logFile: join(dir, 'nats.log') }
    },
    cleanUp: async () => {},
  }
}

function containerLaunch(
  { file }: FoundNats,
  dir: string,
  password: string,
  env: NodeJS.ProcessEnv,
  maxFileStoreBytes: number | undefined,
): NatsLaunch {
  const container = containerOf(file, 'nats', dir)
  const config = { listen: '0.0.0.0:4222', storeDir: '/jobboard/jetstream', password, maxFileStoreBytes }
  const command = ['-c', '/jobboard/nats.conf']
  return {
    plan: (port, serverName) => {
      writeNatsConfig(join(dir, 'nats.conf'), { serverName, ...config })
      const logFile = join(dir, 'nats.log')
      return container.plan({ image: NATS_IMAGE, command, port: 4222, env, logFile }, port)
    },
    cleanUp: () => container.remove(env),
  }
}

export type NatsConfig = {
  serverName: string
  listen: string
  storeDir: string
  password: string
  pidFile?: string
  maxFileStoreBytes?: number
}

/** The one user of a server that we start; every client connects as it. */
export const natsUser = 'jobboard'

/** Writes a configuration for nats-server 2.9 to 2.12, readable by its owner only: it contains the password. */
export function writeNatsConfig(file: string, config: NatsConfig): void {
  const lines = [
    `server_name: ${JSON.stringify(config.serverName)}`,
    `listen: ${JSON.stringify(config.listen)}`,
    `jetstream { store_dir: ${JSON.stringify(config.storeDir)}${maxFileStore(config)} }`,
    `authorization { user: ${JSON.stringify(natsUser)}, password: ${JSON.stringify(config.password)} }`,
  ]
  if (config.pidFile !== undefined) lines.push(`pid_file: ${JSON.stringify(config.pidFile)}`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

function maxFileStore({ maxFileStoreBytes }: NatsConfig): string {
  return maxFileStoreBytes === undefined ? '' : `, max_file_store: ${maxFileStoreBytes}`
}

export type NatsInfo = { version: string; server_name: string; jetstream?: boolean }

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
