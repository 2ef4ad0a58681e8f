import { submittedApplicationState } from '@jobboard/contracts/applications/events'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStateConsumer } from '../src/applications/consumers.ts'
import { bootPipelineWithJobs, createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline(bootPipelineWithJobs)

const JOB = {
  description: 'You keep the lamp burning, log passing ships and repair the fog horn. English required.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  screeningQuestions: [{ id: 1, text: 'Storms?' }],
}
const read = (id: number, employerId = 1, headers = {}) =>
  services.recruiter(employerId).get(`/api/v1/applications/${id}/ai-assessment`, { headers })
test('200: score, verdict, summary and rubric of an application that has just arrived; 304 by its ETag (D-31)', async () => {
  const { data } = await services.newApplication({ job: JOB })
  const response = await read(data.applicationId)
  expect([response.status, response.body]).toEqual([
    200,
    {
      score: expect.any(Number),
      verdict: expect.stringMatching(/^(Strong|Partial|Weak)?Match$/),
      summary: expect.any(String),
      rubricScores: expect.any(Array),
      assessedAt: expect.stringMatching(/Z$/),
      assessor: 'rubric/2',
    },
  ])
  const path = `/api/v1/applications/${data.applicationId}`
  const detail = await services.recruiter(1).get(path)
  expect(detail.body.assessmentScore).toBe(response.body.score)
  const criteria = response.body.rubricScores.map(({ criterion }: { criterion: string }) => criterion)
  expect(criteria).toEqual(['Skills', 'Experience', 'Languages', 'LocationAndWorkMode', 'ScreeningAnswers'])
  const etag = response.headers.get('etag')!
  const notModified = await read(data.applicationId, 1, { 'if-none-match': etag })
  expect([notModified.status, notModified.text]).toEqual([304, ''])
})

test("404: another employer's application, a missing and a malformed id are byte-identical (D-19)", async () => {
  const { applicationId: id } = (await services.newApplication({ job: JOB })).data
  const missing = await read(2_147_483_647)
  expect(missing.status).toBe(404)
  for (const response of [await read(id, 2), await read('x' as unknown as number)]) {
    expect([response.status, response.text]).toEqual([404, missing.text])
  }
})

test('one assessment and one event per application, under twenty deliveries of two events', async () => {
  const first = createdEvent({ job: JOB })
  const again = { ...first, eventId: crypto.randomUUID() }
  await Promise.all(Array.from({ length: 20 }, (_, i) => services.receive(i % 2 === 0 ? first : again)))
  const { applicationId: id } = first.data
  const { sql } = services.pipeline.deps.db
  expect(await sql`select 1 from assessment where application_id = ${id}`).toHaveLength(1)
  expect(await outboxEvents(services.pipeline, 'evt.pipeline.application.submitted.v1', id)).toHaveLength(1)
})

test('the response stays byte-identical when profile and job change and the submission arrives again', async () => {
  const jobId = await services.newJob(1)
  const sent = await services.newApplication({ jobId, job: JOB })
  const { applicationId: id, candidate } = sent.data
  const before = await read(id)
  const editor = services.jobs.as({ kind: 'recruiter', employerId: 1, userId: null, keyId: 1, scopes: [] })
  const changed = await editor.put(`/api/v1/jobs/${jobId}`, { title: 'Diver', description: 'Under water.' })
  expect(changed.status).toBe(200)
  // The profile of now, as a resync of candidate publishes it.
  await receiveEvent(
    services.pipeline.deps.db,
    'pipeline',
    applicationStateConsumer(services.pipeline.deps),
    {
      id: crypto.randomUUID(),
      subject: submittedApplicationState.subject,
      aggregateId: String(id),
      aggregateVersion: 2,
      occurredAt: sent.occurredAt,
      data: {
        ...sent.data,
        candidate: { ...candidate, headline: 'Diver', skills: ['Diving'] },
        status: 'New',
        version: 2,
        updatedAt: sent.occurredAt,
      },
    },
  )
  await services.receive({
    ...sent,
    eventId: crypto.randomUUID(),
    data: { ...sent.data, job: { ...JOB, city: 'Oslo' } },
  })
  await services.recruiter(1).post(`/api/v1/applications/${id}/status`, { status: 'Hired' })
  const after = await read(id)
  expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')])
})

test('an event of an older release, without the posting, is assessed by title and profile', async () => {
  const { applicationId: id } = (await services.newApplication({})).data
  const { body } = await read(id)
  expect(body.rubricScores.map(({ criterion }: { criterion: string }) => criterion)).toEqual([
    'Skills',
    'Experience',
    'ScreeningAnswers',
  ])
})

test('the application and its assessment can be read while jobs is down', async () => {
  await services.stopJobs()
  const { applicationId: id } = (await services.newApplication({ job: JOB })).data
  expect((await services.recruiter(1).get(`/api/v1/applications/${id}`)).status).toBe(200)
  expect((await read(id)).status).toBe(200)
})

test('404 for a restored application until its event completes it', async () => {
  const application = createdEvent({ job: JOB })
  const { applicationId: id, appliedAt } = application.data
  await receiveEvent(
    services.pipeline.deps.db,
    'pipeline',
    applicationStateConsumer(services.pipeline.deps),
    {
      id: crypto.randomUUID(),
      subject: submittedApplicationState.subject,
      aggregateId: String(id),
      aggregateVersion: 1,
      occurredAt: appliedAt,
      data: { ...application.data, status: 'New', version: 1, updatedAt: appliedAt },
    },
  )
  expect((await read(id)).status).toBe(404)
  await services.receive(application)
  expect((await read(id)).status).toBe(200)
})
