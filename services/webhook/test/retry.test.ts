import { WEBHOOK_RETRY_DELAYS_SECONDS } from '@jobboard/contracts/limits'
import { eventually } from '@jobboard/testkit/eventually'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OTHER_EMPLOYER } from './support/accounts.ts'
import { type Arena, openArena } from './support/webhook-system.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.stop())

const detail = async (id: string) => (await arena.admin.get(`/admin/v1/webhook-deliveries/${id}`)).body

/** The sender has looked at what is due since the clock was moved: another delivery has gone out. */
async function senderHasLooked(witness: { id: number }): Promise<void> {
  const eventId = await arena.submit({ employerId: OTHER_EMPLOYER })
  await eventually('the witness is delivered', async () =>
    (await arena.deliveries(witness.id, 'Succeeded')).find((row) => row.eventId === eventId),
  )
}

test('eight attempts on the schedule, none early, then dead-lettered; same bytes and id, fresh t (D-51, D-53)', async () => {
  const { id, signingSecret } = await arena.subscribe({ url: `${arena.receiver.url}/down` })
  const witness = await arena.subscribe({ employerId: OTHER_EMPLOYER })
  arena.receiver.answer((response, { path }) => void response.writeHead(path === '/down' ? 503 : 200).end())
  await arena.submit()
  const pending = await arena.delivery(id, 'Pending')
  const failedTimes = (n: number) =>
    eventually(`${n} failed attempts`, async () => {
      const now = await detail(pending.id)
      return now.failedAttempts === n ? now : undefined
    })
  for (const [i, delay] of WEBHOOK_RETRY_DELAYS_SECONDS.entries()) {
    const { nextAttemptAt, attempts, status } = await failedTimes(i + 1)
    expect(status).toBe('Pending')
    const last = attempts.at(-1)
    const waited = Date.parse(nextAttemptAt) - Date.parse(last.startedAt) - last.durationMs
    expect(Math.abs(waited - delay * 1_000)).toBeLessThan(50)
    arena.moveTo(new Date(Date.parse(nextAttemptAt) - 5_000))
    await senderHasLooked(witness)
    expect(arena.receiver.of(pending.id)).toHaveLength(i + 1)
    arena.moveTo(nextAttemptAt)
  }
  const dead = await failedTimes(8)
  expect(dead).toMatchObject({ status: 'DeadLettered', nextAttemptAt: null, lastStatusCode: 503 })
  expect(dead.attempts.map((one: { number: number }) => one.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  arena.advance(7 * 86_400)
  await senderHasLooked(witness)
  const requests = arena.receiver.of(pending.id)
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

test('a success at the third attempt ends the chain', async () => {
  const { id } = await arena.subscribe({ url: `${arena.receiver.url}/third` })
  const witness = await arena.subscribe({ employerId: OTHER_EMPLOYER })
  let left = 2
  arena.receiver.answer((response, { path }) => {
    response.writeHead(path === '/third' && left-- > 0 ? 500 : 204).end()
  })
  await arena.submit()
  const { id: deliveryId } = await arena.delivery(id, 'Pending')
  for (const n of [1, 2]) {
    const { nextAttemptAt } = await eventually(`${n} failures`, async () => {
      const now = await detail(deliveryId)
      return now.failedAttempts === n ? now : undefined
    })
    arena.moveTo(nextAttemptAt)
  }
  expect((await arena.delivery(id, 'Succeeded')).lastStatusCode).toBe(204)
  arena.advance(7 * 86_400)
  await senderHasLooked(witness)
  expect(arena.receiver.of(deliveryId)).toHaveLength(3)
})

test('202: a dead-lettered delivery is delivered again under its id; 400: a pending one', async () => {
  const { id } = await arena.subscribe({ url: `${arena.receiver.url}/again` })
  const test = await arena.admin.post(`/admin/v1/webhook-subscriptions/${id}/test`)
  arena.receiver.answer(500)
  expect(test.status).toBe(202)
  const { deliveryId } = test.body
  await eventually('it ends', async () => (await detail(deliveryId)).status !== 'Pending')
  arena.receiver.answer(200)
  const before = arena.receiver.of(deliveryId).length
  expect((await arena.admin.post(`/admin/v1/webhook-deliveries/${deliveryId}/redeliver`)).status).toBe(202)
  await eventually('it arrives again', async () => arena.receiver.of(deliveryId).length === before + 1)
  await eventually('it succeeds', async () => (await detail(deliveryId)).status === 'Succeeded')

  arena.receiver.answer(500)
  await arena.submit()
  const pending = await arena.delivery(id, 'Pending')
  const refused = await arena.admin.post(`/admin/v1/webhook-deliveries/${pending.id}/redeliver`)
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
})
