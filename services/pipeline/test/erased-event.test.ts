import {
  applicationErased,
  applicationSubmitted,
  submittedApplicationState,
} from '@jobboard/contracts/applications/events'
import { candidateErased, type Erased } from '@jobboard/contracts/candidates/events'
import type { DataOf } from '@jobboard/contracts/event'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStateConsumer } from '../src/applications/consumers.ts'
import { eraseCandidate } from '../src/applications/erase-actions.ts'
import { type CreatedEvent, createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

const NAME = 'Gundolfine'

const services = await startPipeline()
const { deps } = services.pipeline
const replica = await startReplica(services)

let lastCandidate = 70_000
const newCandidate = () => ++lastCandidate
const application = (candidateId: number, employerId = 1): CreatedEvent =>
  createdEvent({
    employerId,
    candidate: {
      ...blankProfile,
      id: candidateId,
      firstName: NAME,
      lastName: 'Q',
      email: 'g@erased.example',
    },
  })
const erasedOf = (candidateId: number, applications: CreatedEvent[] = []): Erased => ({
  erasureId: candidateId,
  candidateId,
  erasedAt: '2030-06-01T08:00:00.000Z',
  applicationIds: applications.map(({ data }) => data.applicationId),
  recentApplications: applications.map(({ data }) => {
    const { applicationId, employerId, jobId, jobTitle, applicationType, isAiAssisted, appliedAt } = data
    return { applicationId, employerId, jobId, jobTitle, applicationType, isAiAssisted, appliedAt }
  }),
})
async function erase(erased: Erased): Promise<void> {
  await publishErased(services.pipeline, erased.candidateId, erased)
  await erasuresConfirmed(services.pipeline, [erased.candidateId])
}
const events = ({ data }: CreatedEvent) =>
  outboxEvents(services.pipeline, applicationErased.subject, data.applicationId)
const read = async ({ data }: CreatedEvent) => {
  const { applicationId, employerId } = data
  return (await services.recruiter(employerId).get(`/api/v1/applications/${applicationId}`)).body
}

test('application.erased is published once for each application, without personal data; a replay publishes none (P-379)', async () => {
  const candidateId = newCandidate()
  const applications = [application(candidateId), application(candidateId), application(candidateId, 2)]
  for (const one of applications) await services.receive(one)
  await services
    .recruiter(1)
    .post(`/api/v1/applications/${applications[1]!.data.applicationId}/status`, { status: 'Hired' })
  const erased = erasedOf(candidateId, applications)
  await erase(erased)
  await publishErased(services.pipeline, candidateId, erased)
  await eventually('the second confirmation', async () => {
    const rows = await deps.db.sql`
      select 1 from outbox where subject like 'evt.pipeline.erasure.%' and aggregate_id = ${String(candidateId)}`
    return rows.length === 2
  })
  for (const [n, one] of applications.entries()) {
    const { applicationId, employerId } = one.data
    const [status, version] = n === 1 ? ['Hired', 2] : ['New', 1]
    expect(await events(one)).toEqual([
      {
        aggregateVersion: version,
        payload: {
          ...{ applicationId, employerId, jobId: 1, jobTitle: 'Keeper', candidateId, status, version },
          erasedAt: erased.erasedAt,
        },
      },
    ])
  }
})

test('200: erasedAt is null, then the time of the erasure, in list, detail and changes; updatedAt moves (P-379)', async () => {
  const candidateId = newCandidate()
  const jobId = await services.newJob(3)
  const one = await services.newApplication({
    ...application(candidateId, 3).data,
    jobId,
    appliedAt: '2020-01-01T00:00:00.000Z',
  })
  const recruiter = services.recruiter(3)
  const reads = async () => {
    const list = await recruiter.get(`/api/v1/jobs/${jobId}/applications?updatedSince=2021-01-01T00:00:00Z`)
    const changes = await recruiter.get('/api/v1/applications/changes')
    return { list: list.body.items, detail: await read(one), change: changes.body.items.at(-1), changes }
  }
  const path = `/api/v1/applications/${one.data.applicationId}`
  const etag = (await recruiter.get(path)).headers.get('etag')
  const before = await reads()
  expect([before.list, before.detail.erasedAt, before.change.erasedAt]).toEqual([[], null, null])
  const erased = erasedOf(candidateId, [one])
  await erase(erased)
  const after = await reads()
  const shown = { id: one.data.applicationId, name: 'Erased candidate', erasedAt: erased.erasedAt }
  expect(after.list).toMatchObject([shown])
  expect(after.detail).toMatchObject(shown)
  expect(after.change).toMatchObject(shown)
  expect(after.detail.updatedAt > before.detail.updatedAt).toBe(true)
  const { nextCursor } = before.changes.body
  const next = await recruiter.get(`/api/v1/applications/changes?cursor=${nextCursor}`)
  expect(next.body.items).toEqual([after.change])
  expect((await recruiter.send('GET', path, { headers: { 'if-none-match': etag! } })).status).toBe(200)
})

test('an application that arrives after the erasure is submitted and erased, once; so is one that a resync restores', async () => {
  const candidateId = newCandidate()
  const [late, restored] = [application(candidateId), application(candidateId)]
  const erased = erasedOf(candidateId)
  await erase(erased)
  for (const event of [late, late, { ...late, eventId: crypto.randomUUID() }]) await services.receive(event)
  for (let n = 0; n < 2; n++) await restore(restored, { status: 'Offered', version: 4 })
  for (const one of [late, restored]) {
    expect((await events(one)).map(({ payload }) => payload.erasedAt)).toEqual([erased.erasedAt])
    expect(await read(one)).toMatchObject({ name: 'Erased candidate', erasedAt: erased.erasedAt })
  }
  const submitted = (one: CreatedEvent) =>
    outboxEvents(services.pipeline, applicationSubmitted.subject, one.data.applicationId)
  expect([(await submitted(late)).length, (await submitted(restored)).length]).toEqual([1, 0])
})

const restore = ({ data }: CreatedEvent, more: Partial<DataOf<typeof submittedApplicationState>>) =>
  receiveEvent(deps.db, 'pipeline', applicationStateConsumer(deps), {
    id: crypto.randomUUID(),
    subject: submittedApplicationState.subject,
    aggregateId: String(data.applicationId),
    aggregateVersion: 1,
    occurredAt: data.appliedAt,
    data: { ...data, status: 'New', version: 1, updatedAt: data.appliedAt, ...more },
  })

test('10 erasures, each by four callers in two replicas beside late applications: one event for each application', async () => {
  const candidates = Array.from({ length: 10 }, newCandidate)
  const all = candidates.map((candidateId) => [1, 2].map(() => application(candidateId)))
  for (const [first] of all) await services.receive(first!)
  await Promise.all(
    all.flatMap((own, n) => {
      const event = () => ({
        id: crypto.randomUUID(),
        subject: candidateErased.subject,
        aggregateId: String(candidates[n]),
        aggregateVersion: 1,
        occurredAt: new Date().toISOString(),
        data: erasedOf(candidates[n]!, own),
      })
      const [consumer] = erasureConsumers({ erase: eraseCandidate }, deps)
      const pass = ({ db }: Pick<typeof deps, 'db'>) => receiveEvent(db, 'pipeline', consumer!, event())
      return [
        ...own.map((one) => services.receive(one)),
        ...[deps, replica.deps, deps, replica.deps].map(pass),
      ]
    }),
  )
  await erasuresConfirmed(services.pipeline, candidates)
  const counts = await deps.db.sql`
    select aggregate_id from outbox
    where subject = ${applicationErased.subject}
      and (payload ->> 'candidateId')::integer = any(${candidates}::integer[])`
  expect(counts).toHaveLength(20)
  const ids = all.flat().map(({ data }) => String(data.applicationId))
  expect(counts.map(({ aggregateId }) => aggregateId).toSorted()).toEqual(ids.toSorted())
})

test('after a restore from a backup the erasure publishes the event again with the same id, so receivers see it once', async () => {
  const candidateId = newCandidate()
  const one = application(candidateId)
  await services.receive(one)
  const id = String(one.data.applicationId)
  const erased = erasedOf(candidateId, [one])
  const eventIds = () => deps.db.sql<{ eventId: string; occurredAt: Date }>`
    select event_id, occurred_at from outbox
    where subject = ${applicationErased.subject} and aggregate_id = ${id}`
  await erase(erased)
  const [first] = await eventIds()
  // The state of before the erasure.
  await deps.db.tx(async (sql) => {
    await sql`delete from erased_candidate where candidate_id = ${candidateId}`
    await sql`delete from outbox where subject = ${applicationErased.subject} and aggregate_id = ${id}`
    await sql`
      update application set erased_at = null, name = ${NAME}, email = 'g@erased.example' where id = ${one.data.applicationId}`
  })
  await erase(erased)
  expect((await eventIds()).map(({ eventId }) => eventId)).toEqual([first!.eventId])
  expect(await read(one)).toMatchObject({ name: 'Erased candidate', erasedAt: erased.erasedAt })
  // A database in which only the person is back: erased again, and nothing is published twice.
  await deps.db
    .sql`update application set name = ${NAME}, email = 'g@erased.example' where id = ${one.data.applicationId}`
  await publishErased(services.pipeline, candidateId, erased)
  await eventually('erased again', async () => (await read(one)).name === 'Erased candidate')
  expect(await eventIds()).toHaveLength(1)
})
