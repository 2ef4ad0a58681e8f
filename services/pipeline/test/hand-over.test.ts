import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { startRelay } from '@jobboard/events/publisher/relay'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bootPipelineWithJobs,
  type HandOver,
  handOver,
  outboxEvents,
  type PipelineWithJobs,
} from './support/pipeline-with-jobs.ts'

let services: PipelineWithJobs
beforeAll(async () => {
  services = await bootPipelineWithJobs()
})
afterAll(() => services.stop())

const SUBMITTED = 'evt.pipeline.application.submitted.v1'

/** Publishes the event over NATS as candidate does, by outbox and relay. Resolves when pipeline has
 * acknowledged it. */
async function publish({ eventId, data }: HandOver): Promise<void> {
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
  const relay = startRelay({ db, bus, service: 'candidate', log })
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

test('204: ten concurrent hand-overs and the event over NATS: one application, one application.submitted', async () => {
  const sent = handOver({ jobId: await services.newJob(1) })
  const { applicationId: id } = sent.data
  const responses = await Promise.all([
    ...Array.from({ length: 10 }, () => services.internal.post(receiveApplication.path, sent)),
    publish(sent).then(() => ({ status: 204 })),
  ])
  expect(responses.every(({ status }) => status === 204)).toBe(true)
  expect((await services.internal.post(receiveApplication.path, sent)).status).toBe(204)
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

test('an application that is never handed over arrives by its event over NATS', async () => {
  const sent = handOver({ jobId: await services.newJob(1) })
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

test('400: a hand-over that breaks its contract is not stored', async () => {
  const sent = handOver({})
  const response = await services.internal.post(receiveApplication.path, {
    ...sent,
    data: { ...sent.data, jobId: 0 },
  })
  expect(response.status).toBe(400)
  expect(await countApplications(sent.data.applicationId)).toBe(0)
})
