// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { People } from './people.ts'
import type { System } from './system.ts'

/** One fault: `inject` begins it and returns how to end it. */
export interface Fault {
  name: string
  inject(system: System, people: People): Promise<() => Promise<void>>
}

const OUTCOMES_RECORDED_MS = 2_000

const nothing = async () => {}

const killed = (name: string): Fault => ({
  name: `kill -9 of ${name}`,
  async inject({ stack }) {
    process.kill(processOf(stack, name), 'SIGKILL')
    return nothing
  },
})

const frozen = (name: string): Fault => ({
  name: `SIGSTOP of ${name}, then CONT`,
  async inject({ stack }) {
    const pid = processOf(stack, name)
    process.kill(pid, 'SIGSTOP')
    return async () => void process.kill(pid, 'SIGCONT')
  },
})

const killedServer = (name: 'postgres' | 'nats'): Fault => ({
  name: `kill -9 of ${name}`,
  async inject({ stack }) {
    process.kill(stack.servers[name]()!, 'SIGKILL')
    return nothing
  },
})

/** Each server leads a process group, so that its children stop with it. */
const frozenServer = (name: 'postgres' | 'nats'): Fault => ({
  name: `SIGSTOP of ${name}, then CONT`,
  async inject({ stack }) {
    const pid = stack.servers[name]()!
    process.kill(-pid, 'SIGSTOP')
    return async () => void process.kill(-pid, 'SIGCONT')
  },
})

const wipedNats: Fault = {
  name: 'NATS loses its store',
  async inject({ stack, dataDir }) {
    const pid = stack.servers.nats()!
    process.kill(pid, 'SIGSTOP')
    rmSync(join(dataDir, 'nats', 'jetstream'), { recursive: true, force: true })
    process.kill(pid, 'SIGKILL')
    return nothing
  },
}

const lockedTable = (service: string, table: string): Fault => ({
  name: `a held lock on the table ${table} of ${service}`,
  async inject({ stack }) {
    const { plan } = stack.plans.find(({ name }) => name === service)!
    const client = new pg.Client(plan.env.DATABASE_URL!)
    client.on('error', () => {})
    await client.connect()
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    return async () => void (await client.end())
  },
})

const hangingReceiver: Fault = {
  name: 'the webhook receiver hangs',
  async inject({ receiver, admin }, { subscriptionId }) {
    receiver.hang(true)
    return async () => {
      receiver.hang(false)
      // Ten failed attempts in a row disable it (D-54); the cut ones are recorded by then.
      await sleep(OUTCOMES_RECORDED_MS)
      await admin.post(`/admin/v1/webhook-subscriptions/${subscriptionId}/enable`)
    }
  },
}

/** In the order in which they are injected. */
export const faults: readonly Fault[] = [
  killed('gateway'),
  ...['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook'].map(killed),
  ...['candidate', 'pipeline', 'webhook'].map(frozen),
  lockedTable('jobs', 'job'),
  lockedTable('candidate', 'outbox'),
  hangingReceiver,
  killedServer('nats'),
  frozenServer('nats'),
  wipedNats,
  killedServer('postgres'),
  frozenServer('postgres'),
]

function processOf(stack: System['stack'], name: string): number {
  return stack.services.find((service) => service.name === name)!.pid()
}

/** Injects the fault, keeps it for that long, and ends it. */
export async function run(fault: Fault, system: System, people: People, holdMs: number): Promise<void> {
  const end = await fault.inject(system, people)
  await sleep(holdMs)
  await end()
}
