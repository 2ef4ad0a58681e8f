import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { freePort } from '@jobboard/stack/infra/free-port'
import { readSettings } from '@jobboard/stack/settings'
import { type Stack, startStack } from '@jobboard/stack/stack'
import { type Client, client } from '@jobboard/testkit/client'

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

/** The processes of `npm start` on servers, ports and a data folder of their own. */
export interface TestStack {
  stack: Stack
  dataDir: string
  admin: Client
  /** A client with this API key. */
  api(key: string): Client
  /** Stops the processes and deletes the folder. */
  stop(): Promise<void>
}

/** Starts a stack with these variables. */
export async function startTestStack(
  variables: Record<string, string>,
  log: (line: string) => void,
): Promise<TestStack> {
  const dataDir = await mkdtemp(`${tmpdir()}/jobboard-e2e-`)
  const env = {
    ...process.env,
    DATABASE_URL: undefined,
    NATS_URL: undefined,
    PORTAL_PORT: undefined,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    NODE_ENV: 'test',
    ...variables,
  }
  const settings = readSettings(env)
  const stack = await startStack(settings, env, log)
  return {
    stack,
    dataDir,
    admin: client(stack.adminUrl, { authorization: `Bearer ${settings.adminToken}` }),
    api: (key) => client(stack.baseUrl, { authorization: `Bearer ${key}` }),
    async stop() {
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
