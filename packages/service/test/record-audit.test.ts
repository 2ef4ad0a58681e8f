import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditedChange, recordAudit } from '../src/audit/record-audit.ts'
import type { Caller } from '../src/auth/caller.ts'
import { bookService } from './support/book-service.ts'

let running: Booted
beforeAll(async () => {
  running = await boot(bookService)
})
afterAll(() => running.stop())

const now = new Date('2030-01-31T12:00:00Z')
const operator: Caller = { kind: 'admin', actor: 'olga' }
const context = (caller: Caller = operator) => ({ service: running.deps, caller, requestId: 'r-1', now })
const change: AuditedChange = {
  action: 'change-subscription',
  entity: { type: 'book', id: 5 },
  before: { title: 'a' },
  after: { title: 'b' },
}
const events = () => running.deps.db.sql<{ eventId: string; aggregateId: string; payload: unknown }>`
  select event_id, aggregate_id, payload from outbox where subject = 'evt.jobs.audit.recorded.v1' order by id`

test('a change appends one event to the outbox in its transaction, and returns it', async () => {
  const recorded = await running.deps.db.tx((sql) => recordAudit(sql, context(), change))
  const data = {
    ...{ actor: 'olga', action: 'change-subscription', object: 'book 5', requestId: 'r-1' },
    ...{ before: { title: 'a' }, after: { title: 'b' }, at: '2030-01-31T12:00:00.000Z' },
  }
  expect(recorded).toEqual({ id: expect.any(String), data })
  expect(await events()).toEqual([{ eventId: recorded.id, aggregateId: recorded.id, payload: data }])
})

test('a rolled-back change leaves no event', async () => {
  const before = (await events()).length
  const rolledBack = running.deps.db.tx(async (sql) => {
    await recordAudit(sql, context(), change)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await events()).toHaveLength(before)
})

test('an entity without an id is named by its type; a service records the operator it acts for', async () => {
  const caller: Caller = { kind: 'service', service: 'accounts' }
  const { data } = await running.deps.db.tx((sql) =>
    recordAudit(sql, context(caller), { ...change, entity: { type: 'clock' }, actor: 'omar' }),
  )
  expect(data).toMatchObject({ object: 'clock', actor: 'omar' })
})

test('a service with its own saveAudit stores rows there and publishes none', async () => {
  const stored: string[] = []
  const own = await boot({
    ...bookService,
    saveAudit: async (_sql, service, { data }) => void stored.push(`${service}: ${data.object}`),
  })
  await own.deps.db.tx((sql) => recordAudit(sql, { ...context(), service: own.deps }, change))
  const published = await own.deps.db.sql`select 1 from outbox`
  await own.stop()
  expect(stored).toEqual(['jobs: book 5'])
  expect(published).toEqual([])
})
