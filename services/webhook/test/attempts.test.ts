import { randomUUID } from 'node:crypto'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptOutcome } from '../src/actions/write-outcomes.ts'
import { seal } from '../src/domain/secret.ts'
import { openAgent } from '../src/peers/post.ts'
import { openResolve } from '../src/peers/resolve.ts'
import type { DueDelivery } from '../src/store/due-delivery.ts'
import { openAttempts } from '../src/workers/sender/attempts.ts'
import { openInFlight } from '../src/workers/sender/in-flight.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

test('a delivery stays in flight until the snapshot after its outcome: an older query result cannot start it', async () => {
  const { deps } = system.webhook
  const outcomes: AttemptOutcome[] = []
  const agent = openAgent(openResolve(deps.env))
  const inFlight = openInFlight()
  const attempts = openAttempts(deps, agent, inFlight, (outcome) => void outcomes.push(outcome))
  const delivery: DueDelivery = {
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
    shard: 1,
    epoch: 1,
    url: `${system.receiver.url}/hook`,
    secret: seal(deps.env.WEBHOOK_SECRET_KEYS, { id: 1, employerId: 7 }, 'whsec_x'),
    previousSecret: null,
    previousSecretUntil: null,
  }
  expect(inFlight.snapshot().deliveryIds).toEqual([])
  const starts = [attempts.start(delivery, 1), attempts.start(delivery, 1)]
  expect([...starts, inFlight.isBusy(1)]).toEqual([true, false, true])
  await eventually('the attempt has finished', async () => outcomes.length === 1)
  inFlight.markStored([delivery.id])
  expect([attempts.start(delivery, 1), inFlight.isBusy(1)]).toEqual([false, false])
  expect(inFlight.snapshot().deliveryIds).toEqual([])
  expect(attempts.start(delivery, 1)).toBe(true)
  await eventually('the second attempt has finished', async () => outcomes.length === 2)
  await agent.close()
})
