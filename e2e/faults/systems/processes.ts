// biome-ignore-all lint/plugin: a fault lasts for a while
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import pg from 'pg'
import { startTestStack, type TestStack } from '../../support/start-stack.ts'
import { done, type Fault, held, type Member, type System } from '../fault.ts'
import { attacks } from './attacks.ts'

/** The processes of `npm start`, each service twice. */
export interface Processes extends System, TestStack {
  stop(): Promise<void>
}

/** Seconds before the attempts 2 to 8, instead of D-51's hours. */
export const WEBHOOK_RETRY_DELAYS_SECONDS = '1,1,2,2,3,3,5'
const OUTCOMES_RECORDED_MS = 2_000

/** Starts them in a temporary folder; `stop` deletes it. */
export async function startProcesses(): Promise<Processes> {
  const variables = { REPLICAS: '2', WEBHOOK_RETRY_DELAYS_SECONDS, LOG_LEVEL: 'info' }
  const started = await startTestStack(variables, () => {})
  const receiver = await openReceiver()
  return {
    ...started,
    admin: retrying(started.admin),
    receiver,
    async stop() {
      await receiver.close()
      await started.stop()
    },
  }
}

/** Started again by the supervisor. */
const service =
  (name: string) =>
  ({ stack }: Processes): Member =>
    processOf(stack.services.find((one) => one.name === name)!.pid())

/** Leads a process group: its children stop with it. */
const server =
  (name: 'postgres' | 'nats') =>
  ({ stack }: Processes): Member => {
    const pid = stack.servers[name]()!
    return { ...processOf(-pid), kill: () => process.kill(pid, 'SIGKILL') }
  }

const processOf = (pid: number): Member => ({
  kill: () => process.kill(pid, 'SIGKILL'),
  freeze: () => process.kill(pid, 'SIGSTOP'),
  thaw: () => process.kill(pid, 'SIGCONT'),
})

const wipedNats = held<Processes>('NATS loses its store', async ({ stack, dataDir }) => {
  const pid = stack.servers.nats()!
  process.kill(pid, 'SIGSTOP')
  rmSync(join(dataDir, 'nats', 'jetstream'), { recursive: true, force: true })
  process.kill(pid, 'SIGKILL')
  return () => {}
})

const lockedTable = (name: string, table: string) =>
  held<Processes>(`a held lock on the table ${table} of ${name}`, async ({ stack }) => {
    const { plan } = stack.plans.find((one) => one.name === name)!
    const client = new pg.Client(plan.env.DATABASE_URL!)
    client.on('error', () => {})
    await client.connect()
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    return () => client.end()
  })

const hangingReceiver = held<Processes>('the webhook receiver hangs', async ({ receiver }) => {
  receiver.hang(true)
  return () => {
    receiver.hang(false)
    return sleep(OUTCOMES_RECORDED_MS)
  }
})

const services = ['gateway', 'accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook']

/** In the order in which they are injected. */
export const faults: readonly Fault<Processes>[] = [
  ...services.map((name) => done('kill', name, service(name))),
  ...['candidate', 'pipeline', 'webhook'].map((name) => done('freeze', name, service(name))),
  lockedTable('jobs', 'job'),
  lockedTable('candidate', 'outbox'),
  hangingReceiver,
  done('kill', 'nats', server('nats')),
  done('freeze', 'nats', server('nats')),
  wipedNats,
  done('kill', 'postgres', server('postgres')),
  done('freeze', 'postgres', server('postgres')),
  ...attacks,
]
