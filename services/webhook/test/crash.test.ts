import { once } from 'node:events'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { openCrashSystem } from './support/crash-system.ts'
import { expireLeases } from './support/expire-leases.ts'

const system = openCrashSystem()

test('SIGKILL after the receiver responded 200 and before the commit: one more request with the same id, then Succeeded', async () => {
  const { receiver } = system
  const killed = await system.startProcess({ FAILPOINTS: 'outcomes-before-commit' })
  const exit = once(killed.child, 'exit')
  const { id } = await system.subscribe(killed.admin)
  await system.submit()
  const [, signal] = await exit
  expect([signal, receiver.requests.length]).toEqual(['SIGKILL', 1])
  await expireLeases(system.db)
  const { admin } = await system.bootHere()
  const row = await eventually('the delivery succeeds', async () => {
    const path = `/admin/v1/webhook-subscriptions/${id}/deliveries?status=Succeeded`
    return (await admin.get(path)).body.items[0]
  })
  expect(row.failedAttempts).toBe(0)
  expect(receiver.requestsOf(row.id)).toHaveLength(2)
  expect(receiver.requests).toHaveLength(2)
  expect(new Set(receiver.requests.map(({ body }) => body.toString('hex'))).size).toBe(1)
})

test('SIGTERM waits for the request in flight and releases the shards: the next sender sends at once, nothing twice', async () => {
  const { receiver } = system
  const stopped = await system.startProcess()
  const { child, admin } = stopped
  await system.subscribe(admin)
  let finishResponse = () => {}
  receiver.respond((response) => {
    finishResponse = () => void response.writeHead(200).end()
  })
  await system.submit()
  const first = await eventually('the first request arrives', async () => receiver.requests[0])
  const ending = stopped.end('SIGTERM')
  await eventually('the process stops listening', async () =>
    admin.get('/healthz/live').then(
      () => false,
      () => true,
    ),
  )
  finishResponse()
  await ending
  expect(child.exitCode).toBe(0)
  const [row] = await system.db.sql`select count(*) as n from shard_lease where owner is not null`
  expect(row).toEqual({ n: 0 })
  receiver.respond(200)
  await system.bootHere()
  await system.submit()
  await eventually('the next delivery arrives', async () => receiver.requests.length > 1)
  expect(receiver.requestsOf(first.deliveryId)).toHaveLength(1)
})
