import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceAnswers } from '../src/sandboxes/store.ts'
import { insertDeliveries } from './support/insert-deliveries.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const SANDBOX = 31
const OTHER = 32

let system: WebhookSystem
// Accounts, which names the sandbox that an employer is.
const accounts = createServer((request, response) => {
  const id = Number(request.url!.split('/').at(-1))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ id, name: 'Sandbox', version: 1, sandboxId: id }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => accounts.listen(0, '127.0.0.1', resolve))
  const { port } = accounts.address() as AddressInfo
  system = await openWebhookSystem({ ACCOUNTS_URL: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  await system.stop()
  accounts.close()
})

/** Everything that an employer can have in webhook. */
async function fill(employerId: number, count: number): Promise<void> {
  const { db, clock } = system.webhook.deps
  const { id } = await system.subscribe({ employerId })
  await system.submit({ employerId })
  await system.delivery(id, 'Succeeded')
  await insertDeliveries(db.sql, id, { status: 'Succeeded', createdAt: clock.now(), count })
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/disable`)
  await db.tx((sql) => replaceAnswers(sql, id, { statusCode: 500, delayMs: 0, times: 3 }))
  await db.sql`
    insert into disabled_notice (id, subscription_id, employer_id, url, reason, disabled_at, next_attempt_at, closed_at)
    values (gen_random_uuid(), ${id}, ${employerId}, 'u', 'r', now(), now(), now())`
  await db.sql`
    insert into subscription_replay
      (subscription_id, since, until, types, after_number, last_number, count, continued_at, created_at, finished_at)
    values (${id}, now(), now(), '{}', 0, 0, 0, now(), now(), now())`
}

/** How many rows each table has of an employer. */
async function rowsOf(employerId: number): Promise<Record<string, number>> {
  const [row] = await system.webhook.deps.db.sql<Record<string, number>>`
    with s as (select id from subscription where employer_id = ${employerId}),
      d as (select id from delivery where event_id in (select id from event where employer_id = ${employerId}))
    select (select count(*) from s) as subscriptions, (select count(*) from d) as deliveries,
      (select count(*) from attempt where delivery_id in (select id from d)) as attempts,
      (select count(*) from event where employer_id = ${employerId}) as events,
      (select count(*) from event_feed where employer_id = ${employerId}) as feeds,
      (select count(*) from disabled_notice where employer_id = ${employerId}) as notices,
      (select count(*) from subscription_replay where subscription_id in (select id from s)) as replays,
      (select count(*) from attempt_hour where subscription_id in (select id from s)) as hours,
      (select count(*) from simulated_answer where subscription_id in (select id from s)) as answers`
  return row!
}

test('the Admin API registers a receiver of a sandbox for an employer that is one (P-922)', async () => {
  const { id } = await system.subscribe({ employerId: 33 })
  await system.submit({ employerId: 33 })
  const { id: deliveryId } = await system.delivery(id, 'Succeeded')
  expect(system.receiver.requestsOf(deliveryId)[0]!.headers['x-sandbox']).toBe('true')
})

test('a retired sandbox: no row of it is left in webhook, what arrives later goes, and all of another stays (P-900)', async () => {
  await fill(SANDBOX, 2_100)
  await fill(OTHER, 5)
  const before = await rowsOf(OTHER)
  for (const [table, count] of Object.entries(before)) expect([table, count > 0]).toEqual([table, true])
  const { db } = system.webhook.deps
  const children = () => db.sql`
    select (select count(*) from attempt) as attempts, (select count(*) from attempt_hour) as hours,
      (select count(*) from subscription_replay) as replays, (select count(*) from simulated_answer) as answers`
  const [all] = await children()
  const own = await rowsOf(SANDBOX)
  const now = new Date()
  await db.tx((sql) =>
    appendEvent(sql, sandboxRetired, {
      aggregateId: SANDBOX,
      aggregateVersion: 1,
      occurredAt: now,
      data: { sandboxId: SANDBOX, retiredAt: now.toISOString() },
    }),
  )
  const purged = () =>
    eventually('the purge', async () => {
      const rows =
        await db.sql`select 1 from retired_sandbox where sandbox_id = ${SANDBOX} and purge_at > now()`
      return rows.length === 1
    })
  await purged()
  expect([...new Set(Object.values(await rowsOf(SANDBOX)))]).toEqual([0])
  const [left] = await children()
  for (const table of ['attempts', 'hours', 'replays', 'answers'] as const)
    expect([table, Number(all![table]) - Number(left![table])]).toEqual([table, own[table]])
  expect(await rowsOf(OTHER)).toEqual(before)

  await system.submit({ employerId: SANDBOX })
  expect(await rowsOf(SANDBOX)).toMatchObject({ events: 1, feeds: 1 })
  await db.sql`update retired_sandbox set purge_at = now()`
  await purged()
  expect([...new Set(Object.values(await rowsOf(SANDBOX)))]).toEqual([0])
  expect(await rowsOf(OTHER)).toEqual(before)
})
