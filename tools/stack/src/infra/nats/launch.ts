import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'

export type NatsConfig = {
  serverName: string
  listen: string
  storeDir: string
  password: string
  pidFile?: string
  maxFileStoreBytes?: number | undefined
}

/** The one user of a server that we start; every client connects as it. */
export const natsUser = 'jobboard'

/** Writes a configuration for nats-server 2.9 to 2.15, readable by its owner only: it contains the password. */
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
