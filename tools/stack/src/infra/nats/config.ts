import { writeFileSync } from 'node:fs'

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
