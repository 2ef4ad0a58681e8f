import { once } from 'node:events'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { openCrashSystem } from './support/crash-system.ts'
import { expireLeases } from './support/expire-leases.ts'
import { insertFeed } from './support/insert-feed.ts'

const system = openCrashSystem()

test.each(['replay-before-commit:2', 'replay-after-commit:2'])(
  'SIGKILL at %s: the next process continues the replay, no event is missing and none has two deliveries (P-369)',
  async (failpoints) => {
    const { receiver, db } = system
    const since = new Date(Date.now() - 60_000)
    const ids = await insertFeed(db.sql, {
      employerId: EMPLOYER,
      type: 'job.expired',
      at: since,
      count: 1_200,
    })
    const killed = await system.startProcess({ FAILPOINTS: failpoints })
    const exit = once(killed.child, 'exit')
    const { id } = await system.subscribe(killed.admin)
    const body = { since: since.toISOString() }
    const response = await killed.recruiter.post(`/api/v1/webhook-subscriptions/${id}/replay`, body)
    expect(response.body).toEqual({ count: ids.length })
    expect((await exit)[1]).toBe('SIGKILL')
    await expireLeases(db)
    await system.bootHere()
    await eventually('the replay is finished', async () => {
      const open = await db.sql`select 1 from subscription_replay where finished_at is null`
      return open.length === 0
    })
    await eventually('all are delivered', async () => {
      const rows = await db.sql`
        select 1 from delivery where subscription_id = ${id} and status = 'Pending' limit 1`
      return rows.length === 0
    })
    const delivered = await db.sql<{ id: string }>`
      select replay_of as id from event join delivery on delivery.event_id = event.id
      where subscription_id = ${id}`
    expect(delivered.map((row) => row.id).sort()).toEqual(ids.sort())
    const arrived = new Set(receiver.requests.map((request) => JSON.parse(String(request.body)).id))
    expect([...arrived].sort()).toEqual(ids)
    await db.sql`update event set occurred_at = '2020-01-01'`
  },
)
