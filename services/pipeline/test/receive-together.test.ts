import {
  applicationCreated,
  applicationErased,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { startRelay } from '@jobboard/events/publisher/relay'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { expect, test } from 'vitest'
import { assessReceived, receiveApplications } from '../src/applications/receive-actions.ts'
import { assessByRubric } from '../src/assessment/rubric.ts'
import {
  bootPipelineWithJobs,
  type CreatedEvent,
  createdEvent,
  outboxEvents,
} from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline(bootPipelineWithJobs)
const { db, clock } = services.pipeline.deps

const createMany = (employerIds: number[]) => employerIds.map((employerId) => createdEvent({ employerId }))
/** Stores applications in one transaction, as the consumer does. */
async function receiveTogether(events: CreatedEvent[]): Promise<void> {
  const received: Awaited<ReturnType<typeof assessReceived>>[] = []
  for (const { data } of events) received.push(await assessReceived(data, assessByRubric))
  await db.tx((sql) => receiveApplications(sql, received, clock.now()))
}
const idsOf = (events: CreatedEvent[]) => events.map(({ data }) => data.applicationId)
const changesOf = async (employerId: number) => {
  const { body } = await services.recruiter(employerId).get('/api/v1/applications/changes')
  return body.items.map(({ id }: { id: number }) => id)
}

test('applications of one transaction: each assessed and published, in the changes of its employer in this order', async () => {
  const startedAt = Date.now()
  const events = createMany(Array.from({ length: 30 }, (_, i) => 100 + (i % 3)))
  // As they arrive: not in the order of their ids.
  events.reverse()
  await receiveTogether(events)
  for (const employerId of [100, 101, 102]) {
    const own = idsOf(events.filter(({ data }) => data.employerId === employerId))
    expect(await changesOf(employerId)).toEqual(own)
  }
  const numbers = await db.sql<{ changeNumber: number }>`
    select change_number from application where id = any(${idsOf(events)})`
  for (const { changeNumber } of numbers) expect(changeNumber).toBeGreaterThanOrEqual(startedAt)
  const alone = createdEvent({ employerId: 103 })
  await services.receive(alone)
  const stored = (id: number) => db.sql<Record<string, unknown>>`
    select to_jsonb(application) - '{list_words,id,employer_id,candidate_id,applied_at,updated_at,change_number,candidate}'::text[] as row,
      (select array_agg(split_part(lexeme, '/', 2)) from unnest(list_words)) as words, candidate - 'id' as candidate, (select score from assessment where application_id = ${id}) as score
    from application where id = ${id}`
  const expected = await stored(alone.data.applicationId)
  for (const id of idsOf(events)) {
    expect(await stored(id)).toEqual(expected)
    expect(await outboxEvents(services.pipeline, applicationSubmitted.subject, id)).toHaveLength(1)
  }
})

test('arriving applications never scan the stored ones, although plans were made when these were few', async () => {
  const scans = async (sql: typeof db.sql) => {
    const [row] = await sql<{ scans: number }>`
      select seq_scan::int as scans from pg_stat_xact_user_tables where relname = 'application'`
    return row!.scans
  }
  // Each plan that a connection keeps is made within six executions.
  for (let i = 0; i < 8; i++) {
    const received: Awaited<ReturnType<typeof assessReceived>>[] = []
    for (const { data } of createMany([110, 111])) received.push(await assessReceived(data, assessByRubric))
    await db.tx(async (sql) => {
      const before = await scans(sql)
      await receiveApplications(sql, received, clock.now())
      expect(await scans(sql)).toBe(before)
    })
  }
})

test('numbers are locked in the order of the employers, whatever the order of arrival is: no deadlock', async () => {
  const employerIds = Array.from({ length: 10 }, (_, i) => 209 - i)
  await receiveTogether(createMany(employerIds))
  let together: Promise<void> | undefined
  await db.tx(async (sql) => {
    await sql`select from employer_change where employer_id = 200 for update`
    together = receiveTogether(createMany(employerIds))
    await lockWait(db.sql)
    const free = await sql<{ employerId: number }>`
      select employer_id from employer_change where employer_id = any(${employerIds}) for update skip locked`
    expect(free.map(({ employerId }) => employerId).sort()).toEqual(employerIds.toSorted())
  })
  await together
})

test('several of which one is stored already, or of an erased candidate, store nothing: each is received alone', async () => {
  const erasedId = 70_001
  await publishErased(services.pipeline, erasedId)
  await erasuresConfirmed(services.pipeline, [erasedId])
  const ofErased = createdEvent({ employerId: 300 })
  ofErased.data.candidate = { ...ofErased.data.candidate, id: erasedId }
  const stored = createdEvent({ employerId: 300 })
  await services.receive(stored)
  for (const special of [stored, ofErased]) {
    await expect(receiveTogether([...createMany([300, 300]), special])).rejects.toThrow('an application')
  }
  expect(await changesOf(300)).toEqual(idsOf([stored]))
})

test('several of which another transaction stores one meanwhile store nothing', async () => {
  const shared = createdEvent({ employerId: 302 })
  let together: Promise<void> | undefined
  await db.tx(async (sql) => {
    await receiveApplications(sql, [await assessReceived(shared.data, assessByRubric)], clock.now())
    together = receiveTogether([...createMany([302, 302]), shared])
    together.catch(() => {})
    await lockWait(db.sql)
  })
  await expect(together).rejects.toThrow('an application that is stored already')
  expect(await changesOf(302)).toEqual(idsOf([shared]))
})

test('over NATS, an application of an erased candidate and a repeated one among others: each takes effect once', async () => {
  const erasedId = 70_002
  await publishErased(services.pipeline, erasedId)
  await erasuresConfirmed(services.pipeline, [erasedId])
  const events = createMany(Array.from({ length: 20 }, () => 301))
  const late = events[7]!
  late.data.candidate = { ...late.data.candidate, id: erasedId }
  const repeated = { ...events[3]!, eventId: crypto.randomUUID() }
  const { db: jobsDb, bus, log } = services.jobs.deps
  await jobsDb.tx(async (sql) => {
    for (const { eventId, data } of [...events, repeated]) {
      await appendEvent(sql, applicationCreated, {
        id: eventId,
        aggregateId: data.applicationId,
        aggregateVersion: 1,
        occurredAt: new Date(data.appliedAt),
        data,
      })
    }
  })
  const relay = startRelay({ db: jobsDb, bus, service: 'candidate', readers: [], log })
  await eventually('all are stored', async () => (await changesOf(301)).length === 20)
  await eventually('all are handled', async () => {
    const [row] = await db.sql<{ count: number }>`
      select count(*) from inbox where consumer = 'pipeline_application' and event_id = ${repeated.eventId}`
    return row!.count === 1
  })
  await relay.stop()
  expect(new Set(await changesOf(301))).toEqual(new Set(idsOf(events)))
  for (const { data } of events) {
    const submitted = await outboxEvents(services.pipeline, applicationSubmitted.subject, data.applicationId)
    const erased = await outboxEvents(services.pipeline, applicationErased.subject, data.applicationId)
    expect([submitted.length, erased.length]).toEqual([1, data === late.data ? 1 : 0])
  }
  expect(await db.sql`select 1 from dead_letter`).toEqual([])
})
