import { eventually } from '@jobboard/testkit/eventually'
import { lockWait } from '@jobboard/testkit/lock-wait'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openCrashSystem } from './support/crash-system.ts'
import { expireLeases } from './support/expire-leases.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'

const system = openCrashSystem()

test('SIGKILL while the receiver holds the request: sent again with the same id and bytes and a fresh signature, once the leases are past', async () => {
  const { db, receiver } = system
  const killed = await system.startProcess()
  const { id, signingSecret } = await system.subscribe(killed.admin)
  receiver.respond(() => {})
  await system.submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  await killed.end('SIGKILL')
  const killedAtSeconds = Math.floor(Date.now() / 1_000)
  receiver.respond(200)
  // The leases end by themselves, 20 s after their last renewal.
  const leases = await db.sql`
    select lease_until <= clock_timestamp() + interval '20 seconds' as ends from shard_lease where owner is not null`
  expect(leases.length).toBeGreaterThan(0)
  expect(leases.every(({ ends }) => ends)).toBe(true)
  await expireLeases(db)
  const next = await system.bootHere()
  const second = await eventually('the delivery is sent again', async () => receiver.requests[1])
  expect(second.deliveryId).toBe(first.deliveryId)
  expect(second.body.equals(first.body)).toBe(true)
  expect(Number(/^t=(\d+),/.exec(second.signature)![1])).toBeGreaterThanOrEqual(killedAtSeconds)
  const { signature } = Stripe.webhooks
  expect(signature!.verifyHeader(second.body, second.signature, signingSecret, 300)).toBe(true)
  const row = await eventually('the delivery succeeds', async () => {
    const path = `/admin/v1/webhook-subscriptions/${id}/deliveries?status=Succeeded`
    return (await next.admin.get(path)).body.items[0]
  })
  // The attempt of the killed process has no outcome, so it is not a failure.
  expect(row.failedAttempts).toBe(0)
})

test('a process that freezes while it stores an outcome: another one takes over and the late outcome is dropped', async () => {
  const { db, receiver } = system
  const frozen = await system.startProcess()
  const { id } = await system.subscribe(frozen.admin)
  let finishResponse = () => {}
  receiver.respond((response) => {
    finishResponse = () => void response.writeHead(200).end()
  })
  await system.submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  await db.tx(async (sql) => {
    await sql`select 1 from subscription where id = ${id} for update`
    finishResponse()
    await lockWait(db.sql, 'subscription')
    frozen.child.kill('SIGSTOP')
  })
  receiver.respond(200)
  // The transaction of the frozen process locks its lease until Postgres ends it, after 10 s without a statement.
  await eventually('the leases are past', () =>
    expireLeases(db).then(
      () => true,
      () => false,
    ),
  )
  const next = await system.bootHere()
  const second = await eventually('the delivery is sent again', async () => receiver.requests[1])
  expect(second.deliveryId).toBe(first.deliveryId)
  const path = `/admin/v1/webhook-deliveries/${first.deliveryId}`
  const done = () => next.admin.get(path).then(({ body }) => body.status === 'Succeeded' && body)
  expect((await eventually('the delivery succeeds', done)).attempts).toHaveLength(1)
  frozen.child.kill('SIGCONT')
  await eventually('the late outcome is dropped', async () => frozen.log().includes('outcomes dropped'))
  expect((await next.admin.get(path)).body).toMatchObject({ status: 'Succeeded', failedAttempts: 0 })
  expect((await next.admin.get(path)).body.attempts).toHaveLength(1)
  expect(receiver.requests).toHaveLength(2)
})

// 2 s is shorter than the lease: the sender continues as its owner. 60 s is longer: another one owns the shards.
const SUSPEND_MS = process.env.FAULTS === 'long' ? 60_000 : 2_000

test('a sender suspended (SIGSTOP) under load, then resumed: nothing is lost, and never more than 50 requests are open', async () => {
  const { db, receiver } = system
  const suspended = await system.startProcess()
  const { id } = await system.subscribe(suspended.admin)
  let mostOpen = 0
  receiver.respond((response) => {
    mostOpen = Math.max(mostOpen, receiver.openRequests)
    setTimeout(() => response.writeHead(200).end(), 200)
  })
  await insertDeliveries(db.sql, id, { status: 'Pending', createdAt: new Date(), count: 300 })
  await eventually('requests are in flight', async () => receiver.openRequests > 10)
  suspended.child.kill('SIGSTOP')
  await system.bootHere()
  // biome-ignore lint/plugin: the length of the suspension is the subject.
  await new Promise((resolve) => setTimeout(resolve, SUSPEND_MS))
  suspended.child.kill('SIGCONT')
  const finished = async () => {
    const rows = await db.sql<{ status: string; n: number }>`
      select status, count(*) as n from delivery where subscription_id = ${id} group by status`
    return rows.every(({ status }) => status !== 'Pending') && rows
  }
  const rows = await eventually('everything is delivered', finished, 90_000)
  expect(rows).toEqual([{ status: 'Succeeded', n: 300 }])
  expect(new Set(receiver.requests.map(({ deliveryId }) => deliveryId)).size).toBe(300)
  expect(mostOpen).toBeLessThanOrEqual(50)
}, 200_000)
