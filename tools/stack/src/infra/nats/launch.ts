import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'

export type NatsConfig = {
  serverName: string
  listen: string
  storeDir: string
  password: string
  pidFile?: string
  maxFileStoreBytes?: number | undefined
  /** Number of accounts, each with streams of its own; by default one, of the user `natsUser`. */
  accounts?: number | undefined
}

/** The user of a server that we start; every client connects as it. */
export const natsUser = 'jobboard'

/** The user of an account of a server with several. */
export const accountUser = (index: number) => `${natsUser}-${index}`

/** Writes a configuration for nats-server 2.9 to 2.15, readable by its owner only: it contains the password. */
export function writeNatsConfig(file: string, config: NatsConfig): void {
  const lines = [
    `server_name: ${JSON.stringify(config.serverName)}`,
    `listen: ${JSON.stringify(config.listen)}`,
    `jetstream { store_dir: ${JSON.stringify(config.storeDir)}${maxFileStore(config)} }`,
    config.accounts === undefined
      ? `authorization { ${login(natsUser, config.password)} }`
      : `accounts { ${Array.from({ length: config.accounts }, (_, index) => account(index, config.password)).join(', ')} }`,
  ]
  if (config.pidFile !== undefined) lines.push(`pid_file: ${JSON.stringify(config.pidFile)}`)
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

const login = (user: string, password: string) =>
  `user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)}`

const account = (index: number, password: string) =>
  `A${index} { jetstream: enabled, users: [{ ${login(accountUser(index), password)} }] }`

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
