import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { freePort } from '@jobboard/stack/infra/free-port'
import { readSettings } from '@jobboard/stack/settings'
import { type Stack, startStack } from '@jobboard/stack/stack'
import { type Client, client } from '@jobboard/testkit/client'
import { openReceiver, type Receiver } from './receiver.ts'

/** The processes of `npm start`, each service twice, and a webhook receiver. */
export interface System {
  stack: Stack
  dataDir: string
  receiver: Receiver
  admin: Client
  api(key: string): Client
  stop(): Promise<void>
}

/** Starts the whole system in a temporary folder; `stop` deletes it. */
export async function startSystem(): Promise<System> {
  const dataDir = await mkdtemp(`${tmpdir()}/jobboard-faults-`)
  const env = {
    ...process.env,
    DATABASE_URL: undefined,
    NATS_URL: undefined,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    REPLICAS: '2',
    // Seconds before the attempts 2 to 8, instead of D-51's hours.
    WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,2,2,3,3,5',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
  }
  const settings = readSettings(env)
  const stack = await startStack(settings, env, () => {})
  const receiver = await openReceiver()
  return {
    stack,
    dataDir,
    receiver,
    admin: client(stack.adminUrl, { authorization: `Bearer ${settings.adminToken}` }),
    api: (key) => client(stack.baseUrl, { authorization: `Bearer ${key}` }),
    async stop() {
      await receiver.close()
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
