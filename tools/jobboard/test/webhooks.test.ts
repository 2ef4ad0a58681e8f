import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

let net: Network
let subscriptionId: number
let deliveryId: string
beforeAll(async () => {
  net = await network({ only: ['accounts', 'webhook'] })
  const employer = (await net.admin.post('/admin/v1/employers', { name: 'Nordlys' })).body
  const path = `/admin/v1/employers/${employer.id}/webhook-subscriptions`
  // Nothing listens on port 9: the test event fails once and is cancelled.
  subscriptionId = (await net.admin.post(path, { url: 'http://127.0.0.1:9/hooks' })).body.id
  const response = await net.admin.post(`/admin/v1/webhook-subscriptions/${subscriptionId}/test`)
  deliveryId = response.body.deliveryId
  await eventually('the delivery is cancelled', async () => {
    return (await net.admin.get(`/admin/v1/webhook-deliveries/${deliveryId}`)).body.status === 'Cancelled'
  })
  await giveUp()
})
afterAll(() => net.stop())

const env = () => ({ ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken })
const run = (...args: string[]) => runJobboard(['webhooks', ...args], env())
const attempts = async () =>
  (await net.admin.get(`/admin/v1/webhook-deliveries/${deliveryId}`)).body.attempts.length
/** As a delivery of an event is after its eighth failed attempt. */
const giveUp = () =>
  net.services.webhook.deps.db.sql`
    update delivery set is_test = false, status = 'DeadLettered' where id = ${deliveryId}`

test('deliveries, redeliver and recover of a real service', async () => {
  const listed = await run('deliveries', '--status', 'DeadLettered', '--subscription', String(subscriptionId))
  expect(listed.code, listed.stderr).toBe(0)
  expect(listed.stdout).toMatch(/^ID +SUBSCRIPTION +EVENT/)
  expect(listed.stdout).toContain(deliveryId)
  expect(listed.stdout).toContain('\n1 deliveries, page 1 of 1\n')
  expect((await run('deliveries', '--employer', '2000000000')).stdout).toBe('0 deliveries, page 1 of 1\n')

  expect(await run('redeliver', deliveryId)).toEqual({ code: 0, stdout: '1 due now\n', stderr: '' })
  await eventually('it was attempted again', async () => (await attempts()) === 2)
  await giveUp()
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const recovered = await run('recover', '--subscription', String(subscriptionId), '--since', since)
  expect(recovered).toEqual({ code: 0, stdout: '1 deliveries are due now\n', stderr: '' })
  await eventually('it was attempted once more', async () => (await attempts()) === 3)
})

test('1: a delivery and a subscription that do not exist', async () => {
  const missing = await run('redeliver', '00000000-0000-4000-8000-000000000000')
  expect([missing.code, missing.stdout.endsWith('0 due now\n')]).toEqual([1, true])
  const since = '2030-01-31T12:00:00Z'
  expect((await run('recover', '--subscription', '2000000000', '--since', since)).code).toBe(1)
})
