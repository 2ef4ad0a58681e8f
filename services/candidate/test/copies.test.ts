import { randomUUID } from 'node:crypto'
import { applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { employerChanged } from '@jobboard/contracts/employers/events'
import type { EventType } from '@jobboard/contracts/event'
import { jobChanged, jobClosed } from '@jobboard/contracts/jobs/events'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationStatusConsumer } from '../src/applications/consumers.ts'
import { jobConsumer } from '../src/jobs/consumers.ts'
import { findJobCopy } from '../src/jobs/store.ts'
import { type CandidateSystem, candidateSystem } from './support/setup.ts'

let system: CandidateSystem
beforeAll(async () => {
  system = await candidateSystem()
})
afterAll(() => system.stop())

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
