import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Event, EventType } from '@jobboard/contracts/event'
import { applicationSubmitted } from '@jobboard/contracts/events/pipeline'
import { receive } from '@jobboard/events/receive'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import type { WebhookEnv } from '../src/env.ts'
import { applicationConsumer } from '../src/events/application.ts'
import { service } from '../src/service.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Employers that accounts knows; any other is unknown. */
export const EMPLOYER = 7
export const OTHER_EMPLOYER = 8
export const SECRET_KEY = '0123456789abcdef'.repeat(4)

/** A running webhook service, a receiver, and what a test does with them. */
export interface Arena {
  webhook: Booted<WebhookEnv>
  receiver: Receiver
  admin: Client
  env: Record<string, string>
  subscribe(given?: { url?: string; events?: string[]; employerId?: number }): Promise<Subscribed>
  /** Tells the service `application.submitted`, as its consumer would; returns the event id. */
  submit(
    data?: Partial<{ employerId: number; applicationId: number; jobTitle: string }>,
    id?: string,
  ): Promise<string>
  deliveries(subscriptionId: number, status?: string): Promise<DeliveryRow[]>
  delivery(subscriptionId: number, status: string): Promise<DeliveryRow>
  subscription(
    id: number,
  ): Promise<{ status: string; consecutiveFailures: number; disabledReason: string | null }>
  /** Moves business time to this moment, or forward by seconds. */
  moveTo(to: Date | string): void
  advance(seconds: number): void
  stop(): Promise<void>
}

export interface Subscribed {
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

/** Boots the service with a stand-in for accounts. Private targets are allowed unless told. */
export async function openArena(env: Record<string, string> = {}): Promise<Arena> {
  const accounts = await startAccounts()
  const receiver = await startReceiver()
  const settings = {
    WEBHOOK_SECRET_KEY: SECRET_KEY,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ACCOUNTS_URL: accounts.url,
    ...env,
  }
  const webhook = await boot(service, { env: settings })
  const admin = webhook.as({ kind: 'admin', actor: 'test' })
  const list = '/admin/v1/webhook-subscriptions'

  const arena: Arena = {
    webhook,
    receiver,
    admin,
    env: settings,
    async subscribe({ url = `${receiver.url}/hook`, events, employerId = EMPLOYER } = {}) {
      const path = `/admin/v1/employers/${employerId}/webhook-subscriptions`
      const answer = await admin.post(path, { url, events })
      if (answer.status !== 201) throw new Error(`subscribing: ${answer.text}`)
      return answer.body
    },
    async submit(data = {}, id = randomUUID()) {
      const event = submittedEvent(webhook.deps.clock.now(), data, id)
      await receive(webhook.deps.db, 'webhook', applicationConsumer(webhook.deps.clock), event)
      return id
    },
    async deliveries(id, status) {
      const query = status ? `&status=${status}` : ''
      const answer = await admin.get(`${list}/${id}/deliveries?pageSize=100${query}`)
      return answer.body.items
    },
    delivery: (id, status) =>
      eventually(`a delivery is ${status}`, async () => (await arena.deliveries(id, status))[0]),
    async subscription(id) {
      const [row] = await webhook.deps.db.sql<Awaited<ReturnType<Arena['subscription']>>>`
        select status, consecutive_failures, disabled_reason from subscription where id = ${id}`
      return row!
    },
    moveTo(to) {
      webhook.deps.clock.moveTo(new Date(to).getTime() - Date.now())
    },
    advance(seconds) {
      webhook.deps.clock.moveTo(webhook.deps.clock.offsetMs + seconds * 1_000)
    },
    async stop() {
      await receiver.stop()
      await webhook.stop()
      await accounts.stop()
    },
  }
  return arena
}

/** An internal application.submitted. */
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

/** An internal event as a consumer gets it. */
export function toEvent(type: EventType, id: string, now: Date, data: object): Event {
  const { subject } = type
  return { id, subject, aggregateId: '11', aggregateVersion: 1, occurredAt: now.toISOString(), data }
}

/** A stand-in for the accounts service, which is another service's room. */
export async function startAccounts(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const id = Number(/^\/internal\/v1\/employers\/(\d+)$/.exec(request.url ?? '')?.[1])
    const known = id === EMPLOYER || id === OTHER_EMPLOYER
    const body = known
      ? { id, name: 'Acme', version: 1 }
      : { code: 'not_found', message: 'There is no such object here.' }
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
