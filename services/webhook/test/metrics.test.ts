import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

async function readMetrics(): Promise<Record<string, number>> {
  const text = await (await fetch(`${system.webhook.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('webhook_'))
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]),
  )
}

test('/metrics: attempts by outcome, deliveries due and in flight, age of the oldest, disabled subscriptions and what they hold', async () => {
  expect(await readMetrics()).toEqual({
    'webhook_attempts_total{outcome="succeeded"}': 0,
    'webhook_attempts_total{outcome="failed"}': 0,
    webhook_deliveries_in_flight: 0,
    webhook_deliveries_due: 0,
    webhook_oldest_due_seconds: 0,
    webhook_subscriptions_disabled: 0,
    webhook_deliveries_held: 0,
    webhook_sandbox_deliveries_due: 0,
    webhook_secrets_unreadable: 0,
    webhook_notice_oldest_unsent_seconds: 0,
  })
  const held: (() => void)[] = []
  system.receiver.respond((response) => void held.push(() => void response.writeHead(500).end()))
  const { id } = await system.subscribe()
  await system.submit()
  await eventually('the delivery is being sent', async () => held.length === 1)
  system.advance(60)
  const sending = await readMetrics()
  expect(sending).toMatchObject({ webhook_deliveries_in_flight: 1, webhook_deliveries_due: 1 })
  expect(sending.webhook_oldest_due_seconds).toBeGreaterThanOrEqual(60)
  held[0]!()
  await eventually('the attempt is stored', async () => {
    const metrics = await readMetrics()
    return metrics.webhook_deliveries_in_flight === 0 && metrics.webhook_deliveries_due === 0
  })
  expect(await readMetrics()).toMatchObject({
    'webhook_attempts_total{outcome="failed"}': 1,
    webhook_oldest_due_seconds: 0,
  })
  expect((await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)).status).toBe(200)
  expect(await readMetrics()).toMatchObject({ webhook_subscriptions_disabled: 1, webhook_deliveries_held: 1 })
})
