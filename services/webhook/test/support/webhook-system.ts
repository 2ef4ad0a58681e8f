import { randomUUID } from 'node:crypto'
import { applicationSubmitted } from '@jobboard/contracts/applications/events'
import type { Event, EventType } from '@jobboard/contracts/event'
import { type Booted, boot, type OpenLog } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import type { WebhookEnv } from '../../src/env.ts'
import { applicationConsumer } from '../../src/events/consumers.ts'
import { service } from '../../src/service.ts'
import { EMPLOYER, startAccounts } from './accounts.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const SECRET_KEY = '0123456789abcdef'.repeat(4)

/** A running webhook service with accounts and a receiver, and what tests do with them. */
export interface WebhookSystem {
  webhook: Booted<WebhookEnv>
  receiver: Receiver
  admin: Client
  /** Calls accounts as an operator. */
  accounts: Client
  env: Record<string, string>
  subscribe(given?: { url?: string; events?: string[]; employerId?: number }): Promise<CreatedSubscription>
  /** Consumes an `application.submitted` event, without NATS; returns the event id. */
  submit(
    data?: Partial<{ employerId: number; applicationId: number; jobTitle: string }>,
    id?: string,
  ): Promise<string>
  deliveries(subscriptionId: number, status?: string): Promise<DeliveryRow[]>
  /** Waits for the subscription to have a delivery with this status. */
  delivery(subscriptionId: number, status: string): Promise<DeliveryRow>
  /** Waits for the first attempt of the subscription and returns its delivery. */
  attemptedDelivery(subscriptionId: number): Promise<DeliveryRow & { attempts: [Attempt, ...Attempt[]] }>
  subscription(
    id: number,
  ): Promise<{ status: string; consecutiveFailures: number; disabledReason: string | null }>
  /** Moves the business clock to this moment. */
  moveTo(to: Date | string): void
  /** Moves the business clock forward. */
  advance(seconds: number): void
  stop(): Promise<void>
}

export interface CreatedSubscription {
  id: number
  url: string
  signingSecret: string
}

export interface DeliveryRow {
  id: string
  eventId: string
  event: string
  status: string
  failedAttempts: number
  nextAttemptAt: string | null
  lastStatusCode: number | null
}

interface Attempt {
  statusCode: number | null
  error: string | null
  responseBody: string | null
  startedAt: string
  durationMs: number
}

/** Boots the service and accounts, this with `accountsEnv`. Private targets are allowed unless `env` says otherwise. */
export async function openWebhookSystem(
  env: Record<string, string> = {},
  log?: OpenLog,
  accountsEnv: Record<string, string> = {},
): Promise<WebhookSystem> {
  const [accounts, receiver] = await Promise.all([startAccounts(accountsEnv), startReceiver()])
  const settings = {
    WEBHOOK_SECRET_KEY: SECRET_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ACCOUNTS_URL: accounts.url,
    ...env,
  }
  const webhook = await boot(service, { natsUrl: accounts.natsUrl, env: settings, ...(log && { log }) })
  const admin = webhook.as({ kind: 'admin', actor: 'test' })

  const system: WebhookSystem = {
    webhook,
    receiver,
    admin,
    accounts: accounts.operator,
    env: settings,
    async subscribe({ url = `${receiver.url}/hook`, events, employerId = EMPLOYER } = {}) {
      const path = `/admin/v1/employers/${employerId}/webhook-subscriptions`
      const response = await admin.post(path, { url, events })
      if (response.status !== 201) throw new Error(`creating a subscription: ${response.text}`)
      return response.body
    },
    async submit(data = {}, id = randomUUID()) {
      const event = submittedEvent(webhook.deps.clock.now(), data, id)
      await receiveEvent(webhook.deps.db, 'webhook', applicationConsumer(webhook.deps.clock), event)
      return id
    },
    async deliveries(id, status) {
      const query = status ? `&status=${status}` : ''
      const path = `/admin/v1/webhook-subscriptions/${id}/deliveries?pageSize=100${query}`
      return (await admin.get(path)).body.items
    },
    delivery: (id, status) =>
      eventually(`a delivery is ${status}`, async () => (await system.deliveries(id, status))[0]),
    async attemptedDelivery(id) {
      const row = await eventually('an attempt has finished', async () =>
        (await system.deliveries(id)).find((one) => one.status !== 'Pending' || one.failedAttempts > 0),
      )
      return (await admin.get(`/admin/v1/webhook-deliveries/${row.id}`)).body
    },
    async subscription(id) {
      const [row] = await webhook.deps.db.sql<Awaited<ReturnType<WebhookSystem['subscription']>>>`
        select status, consecutive_failures, disabled_reason from subscription where id = ${id}`
      return row!
    },
    moveTo(to) {
      webhook.deps.clock.advanceTo(new Date(to).getTime() - Date.now())
    },
    advance(seconds) {
      webhook.deps.clock.advanceTo(webhook.deps.clock.offsetMs + seconds * 1_000)
    },
    async stop() {
      await receiver.stop()
      await webhook.stop()
      await accounts.stop()
    },
  }
  return system
}

/** An internal application.submitted event. */
export function submittedEvent(now: Date, data: object, id: string = randomUUID()): Event {
  return toEvent(applicationSubmitted, id, now, {
    applicationId: 11,
    employerId: EMPLOYER,
    jobId: 22,
    jobTitle: 'Verkäufer – 店員',
    candidateId: 33,
    status: 'New',
    version: 1,
    appliedAt: now.toISOString(),
    applicationType: 'Api',
    ...data,
  })
}

/** An internal event as consumers receive it. */
export function toEvent(type: EventType, id: string, now: Date, data: object): Event {
  const { subject } = type
  return { id, subject, aggregateId: '11', aggregateVersion: 1, occurredAt: now.toISOString(), data }
}
