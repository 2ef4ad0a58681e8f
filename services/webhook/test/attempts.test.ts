import { randomUUID } from 'node:crypto'
import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seal } from '../src/secrets/secret.ts'
import { openAttempts, openInFlight } from '../src/sending/attempt-workers.ts'
import type { AttemptOutcome } from '../src/sending/outcome-actions.ts'
import { openConnections } from '../src/sending/peers.ts'
import type { DueDelivery } from '../src/sending/store.ts'
import { openResolve } from '../src/targets/peers.ts'
import { openHangingServers } from './support/hanging-servers.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const newDelivery = (url: string): DueDelivery => ({
  id: randomUUID(),
  eventId: randomUUID(),
  event: 'job.expired',
  traceparent: null,
  body: Buffer.from('{}'),
  attempts: 0,
  failedAttempts: 0,
  isTest: false,
  subscriptionId: 1,
  employerId: 7,
  sandboxId: null,
  shard: 1,
  epoch: 1,
  url,
  secret: seal(system.webhook.deps.env.WEBHOOK_SECRET_KEYS, 1, 'whsec_x'),
  previousSecret: null,
  previousSecretUntil: null,
})

test('a delivery stays in flight until the snapshot after its outcome: an older query result cannot start it', async () => {
  const { deps } = system.webhook
  const outcomes: AttemptOutcome[] = []
  const connections = openConnections(openResolve(deps.env))
  const inFlight = openInFlight()
  const attempts = openAttempts(deps, connections, inFlight, WEBHOOK_TIMEOUT_MS, (outcome) => {
    outcomes.push(outcome)
  })
  const delivery = newDelivery(`${system.receiver.url}/hook`)
  expect(inFlight.snapshot().deliveryIds).toEqual([])
  const starts = [attempts.start(delivery, 1), attempts.start(delivery, 1)]
  expect([...starts, inFlight.isBusy(1)]).toEqual([true, false, true])
  await eventually('the attempt has finished', async () => outcomes.length === 1)
  inFlight.markStored([delivery.id])
  expect([attempts.start(delivery, 1), inFlight.isBusy(1)]).toEqual([false, false])
  expect(inFlight.snapshot().deliveryIds).toEqual([])
  expect(attempts.start(delivery, 1)).toBe(true)
  await eventually('the second attempt has finished', async () => outcomes.length === 2)
  connections.destroy()
})

test('a receiver that does not respond, a TLS handshake and a connect that hang are failures when the time of the attempt is over (D-52)', async () => {
  const TIMEOUT_MS = 300
  const { deps } = system.webhook
  const outcomes: AttemptOutcome[] = []
  const connections = openConnections(openResolve(deps.env))
  const attempts = openAttempts(deps, connections, openInFlight(), TIMEOUT_MS, (outcome) => {
    outcomes.push(outcome)
  })
  system.receiver.respond(() => {})
  const hanging = await openHangingServers()
  const urls = [`${system.receiver.url}/hook`, hanging.tlsUrl, hanging.fullUrl]
  for (const url of urls) expect(attempts.start(newDelivery(url), 1)).toBe(true)
  await eventually('three outcomes', async () => outcomes.length === urls.length)
  for (const { response, durationMs, succeeded } of outcomes) {
    expect(response).toMatchObject({ statusCode: null, error: 'timeout' })
    expect(succeeded).toBe(false)
    expect(durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 10)
  }
  connections.destroy()
  hanging.close()
})
