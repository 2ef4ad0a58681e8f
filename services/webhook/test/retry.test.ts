import { WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())

const getDelivery = async (id: string) => (await system.admin.get(`/admin/v1/webhook-deliveries/${id}`)).body

/** Waits until the sender has queried due deliveries after the clock was moved: a new delivery to `control`
 * succeeded. */
async function waitForSender(control: { id: number }): Promise<void> {
  const eventId = await system.submit({ employerId: OTHER_EMPLOYER })
  await eventually('the control delivery succeeds', async () =>
    (await system.deliveries(control.id, 'Succeeded')).find((row) => row.eventId === eventId),
  )
}

test('eight attempts on schedule, none early, then dead-lettered; same id and bytes, fresh signature (D-51, D-53)', async () => {
  const { id, signingSecret } = await system.subscribe({ url: `${system.receiver.url}/down` })
  const control = await system.subscribe({ employerId: OTHER_EMPLOYER })
  system.receiver.respond((response, { path }) => void response.writeHead(path === '/down' ? 503 : 200).end())
  await system.submit()
  const pending = await system.delivery(id, 'Pending')
  const waitForFailures = (n: number) =>
    eventually(`${n} failed attempts`, async () => {
      const delivery = await getDelivery(pending.id)
      return delivery.failedAttempts === n ? delivery : undefined
    })
  for (const [i, delay] of WEBHOOK_RETRY_DELAYS_SECONDS.entries()) {
    const { nextAttemptAt, attempts, status } = await waitForFailures(i + 1)
    expect(status).toBe('Pending')
    const last = attempts.at(-1)
    const delayMs = Date.parse(nextAttemptAt) - Date.parse(last.startedAt) - last.durationMs
    // A process that stands still between the two readings of the clock may differ by seconds.
    expect(Math.abs(delayMs / 1_000 - delay)).toBeLessThan(5)
    system.moveTo(new Date(Date.parse(nextAttemptAt) - 30_000))
    await waitForSender(control)
    expect(system.receiver.requestsOf(pending.id)).toHaveLength(i + 1)
    system.moveTo(nextAttemptAt)
  }
  const dead = await waitForFailures(8)
  expect(dead).toMatchObject({ status: 'DeadLettered', nextAttemptAt: null, lastStatusCode: 503 })
  expect(dead.attempts.map((one: { number: number }) => one.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  system.advance(7 * 86_400)
  await waitForSender(control)
  const requests = system.receiver.requestsOf(pending.id)
  expect(requests).toHaveLength(8)
  expect(new Set(requests.map((one) => one.body.toString('hex'))).size).toBe(1)
  expect(new Set(requests.map((one) => one.signature)).size).toBe(8)
  for (const [i, request] of requests.entries()) {
    const sentAt = Date.parse(dead.attempts[i].startedAt)
    const stripe = Stripe.webhooks.signature!
    expect(stripe.verifyHeader(request.body, request.signature, signingSecret, 300, undefined, sentAt)).toBe(
      true,
    )
    expect(request.signature).toContain(`t=${Math.floor(sentAt / 1_000)},`)
  }
})

test('after a success at the third attempt there is no fourth', async () => {
  const { id } = await system.subscribe({ url: `${system.receiver.url}/third` })
  const control = await system.subscribe({ employerId: OTHER_EMPLOYER })
  let failuresLeft = 2
  system.receiver.respond((response, { path }) => {
    response.writeHead(path === '/third' && failuresLeft-- > 0 ? 500 : 204).end()
  })
  await system.submit()
  const { id: deliveryId } = await system.delivery(id, 'Pending')
  for (const n of [1, 2]) {
    const { nextAttemptAt } = await eventually(`${n} failures`, async () => {
      const delivery = await getDelivery(deliveryId)
      return delivery.failedAttempts === n ? delivery : undefined
    })
    system.moveTo(nextAttemptAt)
  }
  expect((await system.delivery(id, 'Succeeded')).lastStatusCode).toBe(204)
  system.advance(7 * 86_400)
  await waitForSender(control)
  expect(system.receiver.requestsOf(deliveryId)).toHaveLength(3)
})
