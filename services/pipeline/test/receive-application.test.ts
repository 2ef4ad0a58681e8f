import {
  applicationCreated,
  applicationSubmitted,
  submittedApplicationState,
} from '@jobboard/contracts/applications/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { startRelay } from '@jobboard/events/publisher/relay'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStateConsumer } from '../src/applications/consumers.ts'
import { saveJobOwner } from '../src/applications/store.ts'
import {
  bootPipelineWithJobs,
  type CreatedEvent,
  createdEvent,
  outboxEvents,
} from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline(bootPipelineWithJobs)

const SUBMITTED = 'evt.pipeline.application.submitted.v1'

/** Publishes the event over NATS as candidate does, by outbox and relay. Resolves when pipeline has
 * acknowledged it. */
async function publish({ eventId, data }: CreatedEvent): Promise<void> {
  const { db, bus, log } = services.jobs.deps
  await db.tx((sql) =>
    appendEvent(sql, applicationCreated, {
      id: eventId,
      aggregateId: data.applicationId,
      aggregateVersion: 1,
      occurredAt: new Date(data.appliedAt),
      data,
    }),
  )
  const relay = startRelay({ db, bus, service: 'candidate', readers: [], log })
  await eventually('the event acknowledged by pipeline', async () => {
    const consumer = await services.pipeline.deps.bus.jsm.consumers
      .info('EVT_CANDIDATE', 'pipeline_application')
      .catch(() => undefined)
    const [unpublished] =
      await db.sql`select 1 from outbox where event_id = ${eventId} and published_at is null`
    return !unpublished && consumer && consumer.num_pending === 0 && consumer.num_ack_pending === 0
  })
  await relay.stop()
}

const countApplications = async (id: number) => {
  const rows = await services.pipeline.deps.db.sql`select 1 from application where id = ${id}`
  return rows.length
}

test('the event over NATS beside ten concurrent deliveries of it: one application, one application.submitted', async () => {
  const sent = createdEvent({ jobId: await services.newJob(1) })
  const { applicationId: id } = sent.data
  await Promise.all([publish(sent), ...Array.from({ length: 10 }, () => services.receive(sent))])
  expect(await services.receive(sent)).toBe(false)
  expect(await countApplications(id)).toBe(1)
  const { employerId, jobId, jobTitle, appliedAt, applicationType, candidate } = sent.data
  expect(await outboxEvents(services.pipeline, SUBMITTED, id)).toEqual([
    {
      aggregateVersion: 1,
      payload: {
        applicationId: id,
        employerId,
        jobId,
        jobTitle,
        candidateId: candidate.id,
        status: 'New',
        version: 1,
        appliedAt,
        applicationType,
      },
    },
  ])
})

test('an application arrives by its event over NATS', async () => {
  const sent = createdEvent({ jobId: await services.newJob(1) })
  await publish(sent)
  expect(await countApplications(sent.data.applicationId)).toBe(1)
  expect(await outboxEvents(services.pipeline, SUBMITTED, sent.data.applicationId)).toHaveLength(1)
})

test('delivered again after a status change, with the same or another event id: the status stays', async () => {
  const sent = await services.newApplication({ jobId: await services.newJob(1) })
  const { applicationId: id } = sent.data
  await services.recruiter(1).post(`/api/v1/applications/${id}/status`, { status: 'Hired' })
  await publish(sent)
  await services.newApplication(sent.data)
  expect((await services.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe('Hired')
  expect(await outboxEvents(services.pipeline, SUBMITTED, id)).toHaveLength(1)
})

test('the event of another application under a stored id becomes a dead letter', async () => {
  const stored = await services.newApplication({ jobId: await services.newJob(1) })
  const { applicationId: id, candidate } = stored.data
  const other = createdEvent({
    ...stored.data,
    coverLetter: 'Dear Ada Lovelace',
    candidate: { ...candidate, id: candidate.id + 1, email: 'ada@example.com' },
  })
  const message = `application ${id} is stored with other content: candidateId, coverLetter, candidate`
  await publish(other)
  const { db } = services.pipeline.deps
  const letters = await eventually('a dead letter', async () => {
    const rows = await db.sql<{
      error: string
    }>`select error from dead_letter where event_id = ${other.eventId}`
    return rows.length > 0 && rows
  })
  expect(letters[0]!.error).toContain(message)
  expect(letters[0]!.error).not.toMatch(/Ada|ada@/)
  const [row] = await db.sql`select candidate_id, cover_letter from application where id = ${id}`
  expect(row).toEqual({ candidateId: candidate.id, coverLetter: 'Dear all' })
  expect(await outboxEvents(services.pipeline, SUBMITTED, id)).toHaveLength(1)
}, 90_000)

test('a job that is stored with another employer: an error, and the stored owner stays', async () => {
  const jobId = await services.newJob(1)
  const { db } = services.pipeline.deps
  const owner = () =>
    db.sql<{ employerId: number }>`select employer_id from job_owner where job_id = ${jobId}`
  await eventually('the owner of the job', async () => (await owner()).length > 0)
  await expect(db.tx((sql) => saveJobOwner(sql, jobId, 2))).rejects.toThrow(
    `job ${jobId} is stored with another employer`,
  )
  await db.tx((sql) => saveJobOwner(sql, jobId, 1))
  expect(await owner()).toEqual([{ employerId: 1 }])
})

const receiveState = ({ data }: CreatedEvent, more: object) =>
  receiveEvent(services.pipeline.deps.db, 'pipeline', applicationStateConsumer(services.pipeline.deps), {
    id: crypto.randomUUID(),
    subject: submittedApplicationState.subject,
    aggregateId: String(data.applicationId),
    aggregateVersion: 1,
    occurredAt: data.appliedAt,
    data: { ...data, status: 'New', version: 1, updatedAt: data.appliedAt, ...more },
  })
const submitted = (id: number) => outboxEvents(services.pipeline, applicationSubmitted.subject, id)

test('a missing application is restored with its status and publishes nothing', async () => {
  const application = createdEvent({})
  const id = application.data.applicationId
  await receiveState(application, { status: 'Offered', version: 4, updatedAt: '2031-01-01T00:00:00.000Z' })
  const { body } = await services.recruiter(1).get(`/api/v1/applications/${id}`)
  expect(body).toMatchObject({ id, status: 'Offered', updatedAt: '2031-01-01T00:00:00.000Z' })
  expect(await submitted(id)).toEqual([])
})

test('a state that overtakes the event of a new application suppresses no webhook', async () => {
  const application = createdEvent({})
  const id = application.data.applicationId
  await receiveState(application, {})
  await services.receive(application)
  await services.receive({ ...application, eventId: crypto.randomUUID() })
  await receiveState(application, {})
  expect((await submitted(id)).map(({ payload }) => payload.status)).toEqual(['New'])
})

test('a stored application keeps its status, whatever candidate has copied', async () => {
  const application = await services.newApplication({})
  const id = application.data.applicationId
  await services.recruiter(1).post(`/api/v1/applications/${id}/status`, { status: 'Hired' })
  await receiveState(application, { status: 'Rejected', version: 9 })
  expect((await services.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe('Hired')
})
