import { once } from 'node:events'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { replaceAnswers } from '../src/sandboxes/store.ts'
import { EMPLOYER } from './support/accounts.ts'
import { openCrashSystem } from './support/crash-system.ts'
import { expireLeases } from './support/expire-leases.ts'

const system = openCrashSystem()

test('SIGKILL between a simulated answer and its commit: the attempt is made again with the same answer, which counts once (P-925)', async () => {
  const { receiver, db } = system
  const killed = await system.startProcess({ FAILPOINTS: 'outcomes-before-commit' })
  const exit = once(killed.child, 'exit')
  const { id } = await system.subscribe(killed.admin)
  await db.tx(async (sql) => {
    await sql`update subscription set sandbox_id = employer_id where id = ${id}`
    await replaceAnswers(sql, id, { statusCode: 503, delayMs: 0, times: 1 })
  })
  await system.submit()
  expect((await exit)[1]).toBe('SIGKILL')
  await expireLeases(db)
  const booted = await system.bootHere()
  const client = booted.as({
    ...{ kind: 'recruiter', employerId: EMPLOYER, userId: null, keyId: 8 },
    ...{ scopes: ['Webhooks', 'Applications'], sandboxId: EMPLOYER },
  } as const)
  const attempted = (count: number) =>
    eventually(`attempt ${count} is stored`, async () => {
      const { body } = await client.get(`/api/v1/webhook-subscriptions/${id}/deliveries`)
      const delivery = (await client.get(`/api/v1/webhook-deliveries/${body.items[0].id}`)).body
      return delivery.attempts.length === count && delivery
    })
  const statuses = ({ attempts }: { attempts: { statusCode: number }[] }) =>
    attempts.map(({ statusCode }) => statusCode)
  const first = await attempted(1)
  expect([statuses(first), receiver.requests.length]).toEqual([[503], 0])
  expect((await client.post(`/api/v1/sandbox/deliveries/${first.id}/due`)).status).toBe(202)
  expect(statuses(await attempted(2))).toEqual([503, 200])
  expect(receiver.requests.length).toBe(1)
})
