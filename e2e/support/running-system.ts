import { readdir, readFile } from 'node:fs/promises'
import type { Client } from '@jobboard/testkit/client'
import { composedStack } from './composed-stack.ts'
import { startTestStack } from './start-stack.ts'

/** The whole system as separate processes, however they were started. */
export interface RunningSystem {
  baseUrl: string
  admin: Client
  /** A client with this API key. */
  api(key: string): Client
  services: { name: string; pid(): number }[]
  servers: { postgres(): number | undefined; nats(): number | undefined }
  /** An address of this machine that the services can reach. */
  receiverHost: string
  /** The logs of all services. */
  logs(): Promise<string[]>
  stop(): Promise<void>
}

/** Starts the processes of `npm start` with these variables; with COMPOSE_PROJECT the stack of docker-compose.yml that
 * runs under that name. */
export async function openRunningSystem(variables: Record<string, string>): Promise<RunningSystem> {
  const { COMPOSE_PROJECT } = process.env
  if (COMPOSE_PROJECT) return composedStack(COMPOSE_PROJECT)
  const { stack, dataDir, ...clients } = await startTestStack(variables, (line) => console.error(line))
  const folder = `${dataDir}/logs`
  const readLog = (file: string) => readFile(`${folder}/${file}`, 'utf8')
  return {
    ...clients,
    baseUrl: stack.baseUrl,
    services: stack.services,
    servers: stack.servers,
    receiverHost: '127.0.0.1',
    logs: async () => Promise.all((await readdir(folder)).map(readLog)),
  }
}
