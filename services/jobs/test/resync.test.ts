import { jobState } from '@jobboard/contracts/jobs/events'
import { getOwnResync, startOwnResync } from '@jobboard/contracts/operators/internal'
import { fromMessage } from '@jobboard/events/nats/message'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, type Jobs } from './support/setup.ts'

let jobs: Jobs
const published: { id: number; version: number; eventId: string }[] = []
beforeAll(async () => {
  // No consumer needs time for its durable.
  jobs = await bootJobs({ env: { RESYNC_SETTLE_MS: '0' } })
  await jobs.deps.bus.ready()
  jobs.deps.bus.nc.subscribe('state.jobs.>', {
    callback: (_error, { subject, headers, data }) => {
      const { event } = fromMessage({ subject, headers: headers!, data, seq: 0 })
      published.push({ id: Number(event.aggregateId), version: event.aggregateVersion, eventId: event.id })
    },
  })
})
afterAll(() => jobs.stop())

const start = () => jobs.internal.post(startOwnResync('jobs').path, { actor: 'olga' })
const progress = async (id: string) =>
  (await jobs.internal.get(getOwnResync('jobs').path.replace('{number}', id.split('-')[1]!))).body
const finished = (id: string) =>
  eventually(
    `${id} finished`,
    async () => {
      const found = await progress(id)
      return found.finishedAt !== null && found
    },
    60_000,
  )

test('202: every job is published once with its current version, also a Draft; the outbox retains no state', async () => {
  const draft = await jobs.createDraft(1)
  const active = await jobs.createActive(1)
  const response = await start()
  expect([response.status, response.body]).toEqual([202, { resyncId: 'jobs-1' }])
  expect(await finished('jobs-1')).toMatchObject({ service: 'jobs', done: 2, total: 2 })
  await eventually('both states', async () => published.length === 2)
  expect(published.map(({ id, version }) => [id, version])).toEqual([
    [draft, 1],
    [active, 2],
  ])
  const { sql } = jobs.deps.db
  expect(await sql`select 1 from outbox where subject = ${jobState.subject}`).toEqual([])
  const audits = await sql<{ payload: unknown }>`
    select payload from outbox where subject = 'evt.jobs.audit.recorded.v1' and payload->>'action' = 'start-resync'`
  expect(audits.map(({ payload }) => payload)).toMatchObject([
    { actor: 'olga', object: 'resync jobs-1', before: null, after: { service: 'jobs', total: 2 } },
  ])
})

test('202: a second start while one runs returns the running one and writes no second audit row', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, start))
  expect(new Set(responses.map(({ body }) => body.resyncId)).size).toBe(1)
  const id = responses[0]!.body.resyncId
  await finished(id)
  const audits = await jobs.deps.db.sql`
    select 1 from outbox where payload->>'object' = ${`resync ${id}`}`
  expect(audits).toHaveLength(1)
})

test('404: a resync that does not exist', async () => {
  expect((await jobs.internal.get('/internal/v1/resync/999')).status).toBe(404)
  expect((await jobs.internal.get('/internal/v1/resync/x')).status).toBe(404)
})
