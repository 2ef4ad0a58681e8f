import { type Db, openDb } from '@jobboard/db/db'
import { openClock } from '@jobboard/service/clock/clock'
import { type Booted, boot, type OpenLog, testEnv } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { WebhookEnv } from '../../src/env.ts'
import { applicationConsumer } from '../../src/events/consumers.ts'
import { service } from '../../src/service.ts'
import { EMPLOYER, startAccounts } from './accounts.ts'
import { expireLeases } from './expire-leases.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { type SenderProcess, startSenderProcess } from './sender-process.ts'
import { submittedEvent } from './webhook-system.ts'

/** Accounts and a receiver; each test starts the senders, in processes that it can kill or in this one. */
export interface CrashSystem {
  db: Db
  receiver: Receiver
  /** Calls accounts as an operator. */
  accounts: Client
  /** Runs src/main.ts. */
  startProcess(more?: Record<string, string>): Promise<SenderProcess>
  /** Boots the service in this process. */
  bootHere(log?: OpenLog): Promise<Booted<WebhookEnv> & { admin: Client }>
  /** Creates a subscription of the receiver, or of this URL. */
  subscribe(
    admin: Client,
    given?: { url?: string; employerId?: number },
  ): Promise<{ id: number; signingSecret: string }>
  /** Consumes an `application.submitted` event, without NATS. */
  submit(employerId?: number): Promise<void>
}

/** Opens the system before the tests of a file and closes it after them. The tests share a database: each starts without
 * active subscriptions, senders and leases. */
export function openCrashSystem(more: () => Promise<Record<string, string>> = async () => ({})): CrashSystem {
  const system = {} as CrashSystem
  const clock = openClock()
  const senders = new Set<() => Promise<unknown>>()
  const closing: (() => Promise<unknown>)[] = []
  const endSenders = async () => {
    for (const end of senders) await end()
    senders.clear()
  }

  beforeAll(async () => {
    const [database, accounts] = await Promise.all([
      openMigratedDatabase(service.migrations),
      startAccounts(),
    ])
    const receiver = await startReceiver()
    const db = openDb({ url: database.url, poolSize: 2 })
    closing.push(receiver.stop, accounts.stop, () => db.close(), database.drop)
    const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', ACCOUNTS_URL: accounts.url, ...(await more()) }
    const env = testEnv(database.url, accounts.natsUrl, { LOG_LEVEL: 'info', ...settings })
    Object.assign(system, { db, receiver, accounts: accounts.operator })
    system.startProcess = async (extra = {}) => {
      const started = await startSenderProcess({ ...env, ...extra })
      senders.add(() => started.end('SIGKILL'))
      return started
    }
    system.bootHere = async (log) => {
      const booted = await boot(service, {
        databaseUrl: database.url,
        natsUrl: accounts.natsUrl,
        env: settings,
        ...(log && { log }),
      })
      senders.add(booted.stop)
      return { ...booted, admin: booted.as({ kind: 'admin', actor: 'test' }) }
    }
  })
  beforeEach(async () => {
    await endSenders()
    system.receiver.requests.length = 0
    system.receiver.respond(200)
    await expireLeases(system.db)
    await system.db.sql`update subscription set status = 'Deleted'`
  })
  afterAll(async () => {
    await endSenders()
    for (const close of closing) await close()
  })

  system.subscribe = async (admin, { url = `${system.receiver.url}/hook`, employerId = EMPLOYER } = {}) => {
    return (await admin.post(`/admin/v1/employers/${employerId}/webhook-subscriptions`, { url })).body
  }
  system.submit = async (employerId = EMPLOYER) => {
    const event = submittedEvent(clock.now(), { employerId })
    await receiveEvent(system.db, 'webhook', applicationConsumer(clock), event)
  }
  return system
}
