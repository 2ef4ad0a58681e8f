import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openHangingServers } from './support/hanging-servers.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem()
})
afterAll(() => system.stop())
beforeEach(async () => {
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

test('no response within 10 s is a failure and does not delay other subscriptions (D-52)', async () => {
  const hanging = await system.subscribe({ url: `${system.receiver.url}/hangs` })
  const responsive = await system.subscribe({ url: `${system.receiver.url}/responsive` })
  system.receiver.respond((response, { path }) => {
    if (path === '/responsive') response.writeHead(200).end()
  })
  await Promise.all(Array.from({ length: 120 }, () => system.submit()))
  await eventually('the responsive receiver has every delivery', async () => {
    const { body } = await system.admin.get(
      `/admin/v1/webhook-subscriptions/${responsive.id}/deliveries?status=Succeeded&pageSize=1`,
    )
    return body.total === 120
  })
  expect(await system.deliveries(hanging.id, 'Pending')).toHaveLength(100)
  const hangingRequests = system.receiver.requests.filter((one) => one.path === '/hangs')
  expect(hangingRequests).toHaveLength(50)
  const { attempts } = await system.attemptedDelivery(hanging.id)
  expect(attempts[0]).toMatchObject({ statusCode: null, error: 'timeout' })
  expect(attempts[0].durationMs).toBeGreaterThanOrEqual(9_990)
})

test('a TLS handshake and a connect that hang are cut 10 s after the attempt began (D-52)', async () => {
  const hanging = await openHangingServers()
  const handshake = await system.subscribe({ url: hanging.tlsUrl })
  const connect = await system.subscribe({ url: hanging.fullUrl })
  await system.submit()
  for (const { id } of [handshake, connect]) {
    const { attempts } = await system.attemptedDelivery(id)
    expect(attempts[0]).toMatchObject({ statusCode: null, error: 'timeout' })
    expect(attempts[0].durationMs).toBeGreaterThanOrEqual(9_990)
  }
  hanging.close()
})
