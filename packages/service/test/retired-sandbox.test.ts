import { retiredSandboxState, sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type PurgeSandbox, retiredSandboxConsumers } from '../src/sandbox/retired.ts'
import { isRetired, RETIRED_CHANNEL, saveRetired } from '../src/sandbox/retired-store.ts'
import { bookService } from './support/book-service.ts'

const RETIRED_AT = '2030-06-01T08:00:00.000Z'
const POISON = 666

/** One book in each transaction; that of a sandbox which cannot be purged fails. */
const purgeSandbox: PurgeSandbox = async (sql, sandboxId) => {
  if (sandboxId === POISON) throw new Error('cannot be purged')
  purges.push(sandboxId)
  if (sandboxId === slow) {
    // The other replica looks now.
    for (const { deps } of [service, replica]) await deps.db.tx(async (tx) => tx.notify(RETIRED_CHANNEL))
    await sql`select pg_sleep(1)`
  }
  const rows = await sql`
    delete from book where id in (select id from book where employer_id = ${sandboxId} limit 1) returning 1`
  return { isDone: rows.length === 0 }
}
let purges: number[] = []
let slow: number | undefined

let service: Booted
let replica: Booted
const sandboxed = { ...bookService, consumers: () => [...retiredSandboxConsumers], purgeSandbox }
beforeAll(async () => {
  service = await boot(sandboxed)
  const { databaseUrl, natsUrl } = service
  replica = await boot(sandboxed, { databaseUrl, natsUrl })
})
afterAll(async () => {
  await replica.stop()
  await service.stop()
})
let sandboxId = 30
beforeEach(() => {
  sandboxId++
  purges = []
})
const sql = () => service.deps.db.sql

async function addBooks(employerId: number, titles = ['A', 'B']): Promise<void> {
  for (const title of titles) {
    const { post } = service.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: [] })
    const { status } = await post('/api/v1/books', { title }, { 'idempotency-key': `${employerId} ${title}` })
    expect(status).toBe(201)
  }
}
const titlesOf = async (employerId: number) =>
  (await sql()<{ title: string }>`select title from book where employer_id = ${employerId} order by id`).map(
    ({ title }) => title,
  )
const data = () => ({ sandboxId, retiredAt: RETIRED_AT })

/** Publishes the event by the relay of the service under test, in place of accounts. */
async function retire(): Promise<void> {
  await service.deps.db.tx((tx) =>
    appendEvent(tx, sandboxRetired, {
      aggregateId: sandboxId,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: data(),
    }),
  )
}
const purged = (id = sandboxId) =>
  eventually('the purge', async () => {
    const rows = await sql()`select 1 from retired_sandbox where sandbox_id = ${id} and purge_at > now()`
    return rows.length === 1
  })
const receiveState = () =>
  receiveEvent(service.deps.db, 'jobs', retiredSandboxConsumers[1]!, {
    id: crypto.randomUUID(),
    subject: retiredSandboxState.subject,
    aggregateId: String(sandboxId),
    aggregateVersion: 1,
    occurredAt: RETIRED_AT,
    data: data(),
  })
/** The next look of the worker finds the purge due. */
async function makeDue(): Promise<void> {
  await sql()`update retired_sandbox set purge_at = now() where sandbox_id = ${sandboxId}`
}

test('a retired sandbox: its rows, stored responses, budgets and failed events are deleted, of no other employer (P-900)', async () => {
  const other = sandboxId + 1_000
  await addBooks(sandboxId)
  await addBooks(other)
  await sql()`
    insert into byte_budget (owner, day, bytes) values
      (${`employer:${sandboxId}`}, now(), 1), (${`employer:${other}`}, now(), 1),
      (${`sandbox:${sandboxId}`}, 'infinity', 1)`
  const payloads = [
    { employerId: sandboxId, title: 'x' },
    { title: 'x', sandboxId },
    { employerId: other, text: `"employerId":${sandboxId},` },
    { employerId: Number(`${sandboxId}0`), title: 'x' },
  ]
  for (const [n, payload] of payloads.entries()) {
    await sql()`
      insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error, attempts)
      values ('jobs_x', ${`${sandboxId} ${n}`}, 's', '1', 1, ${RETIRED_AT}, ${JSON.stringify(payload)}, 'e', 8)`
    await sql()`
      insert into event_attempt (consumer, event_id, attempts, payload)
      values ('jobs_x', ${`${sandboxId} ${n}`}, 1, ${JSON.stringify(payload)})`
  }
  await retire()
  await purged()
  expect([await titlesOf(sandboxId), await titlesOf(other)]).toEqual([[], ['A', 'B']])
  const left = (owner: string) => sql()`
    select owner from idempotency where owner = ${owner} union all select owner from byte_budget where owner = ${owner}`
  expect(await left(`sandbox:${sandboxId}`)).toEqual([])
  expect([await left(`employer:${sandboxId}`), (await left(`employer:${other}`)).length]).toEqual([[], 3])
  const failed = await sql()<{ eventId: string }>`
    select event_id from dead_letter where event_id like ${`${sandboxId} %`} union all
    select event_id from event_attempt where event_id like ${`${sandboxId} %`} order by event_id`
  expect(failed.map(({ eventId }) => eventId)).toEqual([2, 2, 3, 3].map((n) => `${sandboxId} ${n}`))
  expect([await isRetired(sql(), sandboxId), await isRetired(sql(), other)]).toEqual([true, false])
})

test('what was in flight is deleted too: the purge is repeated, for 15 days', async () => {
  await retire()
  await purged()
  await addBooks(sandboxId)
  await makeDue()
  await eventually('the second purge', async () => (await titlesOf(sandboxId)).length === 0)
  await purged()
  await sql()`
    update retired_sandbox set stored_at = now() - interval '14 days 23 hours', purge_at = now()
    where sandbox_id = ${sandboxId}`
  await purged()
  const [planned] = await sql()`
    select purge_at < now() + interval '25 hours' as is_soon from retired_sandbox where sandbox_id = ${sandboxId}`
  expect(planned).toEqual({ isSoon: true })
  await sql()`
    update retired_sandbox set stored_at = now() - interval '15 days', purge_at = now() where sandbox_id = ${sandboxId}`
  await eventually('the last purge', async () => {
    const [row] = await sql()`select purge_at from retired_sandbox where sandbox_id = ${sandboxId}`
    return row!.purgeAt === null
  })
})

test('a resync of accounts purges a sandbox that is not known as retired, and no other', async () => {
  await addBooks(sandboxId)
  await receiveState()
  await purged()
  expect(await titlesOf(sandboxId)).toEqual([])
  purges = []
  await receiveState()
  const [row] =
    await sql()`select purge_at > now() as is_later from retired_sandbox where sandbox_id = ${sandboxId}`
  expect([row, purges]).toEqual([{ isLater: true }, []])
})

test('a sandbox that cannot be purged delays no other', async () => {
  const alone = await boot(sandboxed)
  await alone.deps.db.tx((tx) => saveRetired(tx, POISON, new Date(RETIRED_AT)))
  await alone.deps.db.tx((tx) => saveRetired(tx, sandboxId, new Date(RETIRED_AT)))
  await eventually('the purge of the other', async () => purges.includes(sandboxId))
  expect(purges).not.toContain(POISON)
  await alone.stop()
})

test('10 sandboxes, two replicas: each is purged once', async () => {
  const all = Array.from({ length: 10 }, (_, n) => sandboxId + 2_000 + n)
  for (const id of all) await addBooks(id, ['A'])
  for (const id of all) {
    sandboxId = id
    await retire()
  }
  await Promise.all(all.map(purged))
  const counts = all.map((id) => purges.filter((purge) => purge === id).length)
  // A book, and a look at what is left.
  expect(counts).toEqual(all.map(() => 2))
  for (const id of all) expect(await titlesOf(id)).toEqual([])
})

test('while one replica purges, another looks now and then', async () => {
  const transactions = [service, replica].map(({ deps }) => vi.spyOn(deps.db, 'tx'))
  slow = sandboxId
  await retire()
  await purged()
  const count = transactions.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  for (const transaction of transactions) transaction.mockRestore()
  expect(count).toBeLessThan(50)
})
