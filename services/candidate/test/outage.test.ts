import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { employerChanged } from '@jobboard/contracts/employers/events'
import type { EventType } from '@jobboard/contracts/event'
import { jobChanged, jobClosed } from '@jobboard/contracts/jobs/events'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { service as jobsService } from '@jobboard/jobs/service'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStatusConsumer } from '../src/applications/consumers.ts'
import { jobConsumer } from '../src/jobs/consumers.ts'
import { findJobCopy } from '../src/jobs/store.ts'
import { EMPLOYER_NAME, outboxEvents, startCandidateSystem } from './support/setup.ts'

const system = await startCandidateSystem()

const PATH = '/api/v1/me/applications'
const apply = (candidateId: number, jobId: number) =>
  system.asCandidate(candidateId).post(PATH, { jobId, confirm: true })

// The inbox has one row per event that took effect.
const inboxOfPipeline = async () =>
  (await system.services.pipeline.deps.db.sql`select 1 from inbox where consumer = 'pipeline_application'`)
    .length
const submitted = () => outboxEvents(system.services.pipeline, 'evt.pipeline.application.submitted.v1')

/** Resolves when the recruiter has exactly one application and pipeline, which had `before`, has published it once. */
async function expectDeliveredOnce(
  jobId: number,
  before: { inbox: number; published: number },
): Promise<void> {
  await eventually('the application in pipeline', async () => {
    const list = await system.asRecruiter(1).get(`/api/v1/jobs/${jobId}/applications`)
    return list.status === 200 && list.body.total === 1
  })
  await eventually(
    'one event in the inbox of pipeline',
    async () => (await inboxOfPipeline()) === before.inbox + 1,
  )
  expect(await submitted()).toHaveLength(before.published + 1)
}

const received = async () => ({ inbox: await inboxOfPipeline(), published: (await submitted()).length })

test('201: pipeline down; the recruiter gets the application exactly once when pipeline is back (P-340)', async () => {
  const jobId = await system.newJob(1)
  const id = await system.newCandidate()
  const before = await received()
  await system.stopService('pipeline')
  expect((await apply(id, jobId)).status).toBe(201)
  await system.startService('pipeline')
  await expectDeliveredOnce(jobId, before)
})

test('jobs down: the copy of a published job decides; 503 without one, and nothing is stored', async () => {
  const open = await system.newJob(1)
  const draft = await system.newDraft(1)
  const expiring = await system.newJob(1, { expiresInMs: 60_000 })
  const id = await system.newCandidate()
  await system.waitForJobCopy(open)
  await system.waitForJobCopy(draft, 'Draft')
  await system.waitForJobCopy(expiring)
  await system.stopService('jobs')
  const applied = await apply(id, open)
  expect(applied.status).toBe(201)
  // The copy has the posting, too.
  const { id: applicationId } = applied.body.application
  await system.arrived(1, applicationId)
  const assessment = `/api/v1/applications/${applicationId}/ai-assessment`
  expect((await system.asRecruiter(1).get(assessment)).status).toBe(200)
  expect((await apply(id, open)).body.code).toBe('already_applied')
  // It may have been published since.
  expect((await apply(id, draft)).status).toBe(503)
  expect((await system.asCandidate(id).get(`/api/v1/me/jobs/${open}/screening-questions`)).status).toBe(200)
  // Past its expiryDate, although jobs could not publish that it expired.
  await system.advanceClock(120)
  expect((await apply(id, expiring)).body.code).toBe('invalid_state')
  const unknown = await apply(id, 999_999)
  expect([unknown.status, unknown.body.code]).toEqual([503, 'unavailable'])
  expect((await system.asCandidate(id).get('/api/v1/me/jobs/999999/screening-questions')).status).toBe(503)
  expect((await system.asCandidate(id).get(PATH)).body.total).toBe(1)
  await system.startService('jobs')
  await eventually('jobs responds', async () => {
    return (await system.asCandidate(id).get('/api/v1/me/jobs/999999/screening-questions')).status === 404
  })
})

test('employer name: with the job; without a copy in jobs from the own copy, then from accounts, then 503', async () => {
  const id = await system.newCandidate()
  const jobs = [
    await system.newJob(1),
    await system.newJob(1),
    await system.newJob(1),
    await system.newJob(1),
  ]
  const own = system.services.candidate.deps.db.sql
  const atJobs = system.services.jobs.deps.db.sql
  for (const sql of [own, atJobs]) {
    const isCopied = async () => (await sql`select 1 from employer_copy where employer_id = 1`).length === 1
    await eventually('the copy of the employer', isCopied)
  }
  await own`update employer_copy set name = 'Own copy'`
  await atJobs`update employer_copy set name = 'Copy of jobs'`
  expect((await apply(id, jobs[0]!)).body.application.employerName).toBe('Copy of jobs')
  await atJobs`delete from employer_copy`
  expect((await apply(id, jobs[1]!)).body.application.employerName).toBe('Own copy')
  await own`delete from employer_copy`
  expect((await apply(id, jobs[2]!)).body.application.employerName).toBe(EMPLOYER_NAME)
  await system.stopService('accounts')
  await own`delete from employer_copy`
  expect((await apply(id, jobs[3]!)).body.code).toBe('unavailable')
  expect((await system.asCandidate(id).get(PATH)).body.total).toBe(3)
  await system.startService('accounts')
})

test('kill -9 between commit and response: pipeline gets the application exactly once', async () => {
  const jobId = await system.newJob(1)
  const id = await system.newCandidate()
  const before = await received()
  await system.stopService('candidate')
  const { DATABASE_URL = '', ...env } = system.envOf('candidate')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...testEnv(DATABASE_URL, system.natsUrl, { ...env, FAILPOINTS: 'apply-after-commit' }),
    },
  })
  const exitSignal = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  const caller: Caller = { kind: 'candidate', candidateId: id, keyId: 1, scopes: [] }
  const candidate = client(`http://127.0.0.1:${env.PORT}`, () => ({
    [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller),
  }))
  const isListening = () => candidate.get('/healthz/live').then(Boolean, () => false)
  await eventually('the candidate process to listen', isListening)
  await expect(candidate.post(PATH, { jobId, confirm: true })).rejects.toThrow()
  expect(await exitSignal).toBe('SIGKILL')

  await system.startService('candidate')
  await expectDeliveredOnce(jobId, before)
  expect((await apply(id, jobId)).body.code).toBe('already_applied')
})

/** Receives an event under a new id, so that only its version can identify it as old. */
function receive(consumer: Consumer, type: EventType, data: object): Promise<boolean> {
  return receiveEvent(system.services.candidate.deps.db, 'candidate', consumer, {
    id: randomUUID(),
    subject: type.subject,
    aggregateId: '1',
    aggregateVersion: 1,
    occurredAt: '2030-01-01T00:00:00.000Z',
    data,
  })
}

test('a job or employer event with an older version than the copy changes nothing', async () => {
  const { sql } = system.services.candidate.deps.db
  const job = {
    jobId: 900_000,
    employerId: 5,
    status: 'Closed',
    title: 'New',
    reference: null,
    description: 'Lamps',
    city: 'Bergen',
    country: null,
    employmentType: null,
    remoteType: null,
    postedDate: null,
    expiryDate: null,
    screeningQuestions: [],
    version: 3,
  }
  await receive(jobConsumer, jobClosed, job)
  await receive(jobConsumer, jobChanged, { ...job, status: 'Active', title: 'Old', version: 2 })
  expect(await findJobCopy(sql, 900_000)).toMatchObject({
    status: 'Closed',
    title: 'New',
    description: 'Lamps',
    city: 'Bergen',
  })

  const employer = { employerId: 900_000, name: 'New', hasActiveContract: false, isTrustedPartner: false }
  const [employerConsumer] = employerNameConsumers
  await receive(employerConsumer!, employerChanged, { ...employer, version: 2 })
  await receive(employerConsumer!, employerChanged, { ...employer, name: 'Old', version: 1 })
  expect(await sql`select name, version from employer_copy where employer_id = 900000`).toEqual([
    { name: 'New', version: 2 },
  ])
})

test('a status event with an older version than the application changes nothing', async () => {
  const id = await system.newCandidate()
  const candidate = system.asCandidate(id)
  const applied = await candidate.post('/api/v1/me/applications', {
    jobId: await system.newJob(1),
    confirm: true,
  })
  const { application } = applied.body
  const change = (status: string, previousStatus: string, version: number) =>
    receive(applicationStatusConsumer, applicationStatusChanged, {
      applicationId: application.id,
      employerId: 1,
      jobId: application.jobId,
      jobTitle: application.jobTitle,
      candidateId: id,
      status,
      previousStatus,
      version,
      changedAt: `2031-01-0${version}T00:00:00.000Z`,
    })
  await change('Hired', 'Offered', 4)
  await change('Offered', 'New', 3)
  expect((await candidate.get(`/api/v1/me/applications/${application.id}`)).body).toMatchObject({
    status: 'Hired',
    updatedAt: '2031-01-04T00:00:00.000Z',
  })
})

// Lists of jobs are served by the jobs service, which reports their callers.
const getJobs = (candidateId: number, path = '') =>
  system.services.jobs
    .as({ kind: 'candidate', candidateId, keyId: 1, scopes: [] })
    .get(`/api/v1/me/jobs${path}`)
const lastActiveAt = async (candidateId: number) =>
  (await system.admin.get(`/admin/v1/candidates/${candidateId}`)).body.lastActiveAt as string

test('a list and a read of a job count as activity of their caller alone, a refused call does not', async () => {
  const [lister, reader, refused, idle] = await Promise.all(
    Array.from({ length: 4 }, () => system.newCandidate()),
  )
  const jobId = await system.newJob(1)
  await system.advanceClock(700)
  const calledAt = system.services.jobs.deps.clock.now().toISOString()
  expect((await getJobs(lister!)).status).toBe(200)
  expect((await getJobs(reader!, `/${jobId}`)).status).toBe(200)
  expect((await getJobs(refused!, '?limit=0')).status).toBe(400)
  expect((await getJobs(refused!, '/2000000000')).status).toBe(404)
  for (const id of [lister!, reader!]) {
    await eventually('the activity', async () => (await lastActiveAt(id)) >= calledAt)
  }
  for (const id of [refused!, idle!]) expect((await lastActiveAt(id)) < calledAt).toBe(true)
})

test('activity waits while the candidate service is down; no call of jobs waits or fails', async () => {
  const id = await system.newCandidate()
  await system.advanceClock(700)
  const calledAt = system.services.jobs.deps.clock.now().toISOString()
  await system.stopService('candidate')
  expect((await getJobs(id)).status).toBe(200)
  const report = jobsService.timers!.find(({ name }) => name === 'report-activity')!
  await report.run(system.services.jobs.deps as Parameters<typeof report.run>[0])
  await system.startService('candidate')
  await eventually('the activity', async () => (await lastActiveAt(id)) >= calledAt)
})
