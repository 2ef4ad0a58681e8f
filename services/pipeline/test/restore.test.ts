import { applicationSubmitted, submittedApplicationState } from '@jobboard/contracts/applications/events'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStateConsumer } from '../src/applications/consumers.ts'
import { type CreatedEvent, createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()

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
