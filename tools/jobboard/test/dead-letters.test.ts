import { randomUUID } from 'node:crypto'
import { jobCreated } from '@jobboard/contracts/jobs/events'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'pipeline'] })
})
afterAll(() => net.stop())
beforeEach(() => net.services.pipeline.deps.db.sql`truncate dead_letter restart identity`)

const env = () => ({ ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken })
const run = (...args: string[]) => runJobboard(['dead-letters', ...args], env())

/** Stores a dead letter of the consumer `pipeline_job`; its retry takes effect when the payload is valid. */
async function addDeadLetter(isValid = true): Promise<void> {
  const payload = {
    jobId: 1,
    employerId: 7,
    status: 'Draft',
    title: 'Keeper',
    screeningQuestions: [],
    version: 1,
  }
  const nulls = [
    'reference',
    'description',
    'city',
    'country',
    'employmentType',
    'remoteType',
    'postedDate',
    'expiryDate',
  ]
  const text = JSON.stringify(
    isValid ? { ...payload, ...Object.fromEntries(nulls.map((name) => [name, null])) } : {},
  )
  await net.services.pipeline.deps.db.sql`
    insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
      attempts)
    values ('pipeline_job', ${randomUUID()}, ${jobCreated.subject}, '1', 1, '2030-01-31T12:00:00.000Z', ${text},
      'Error: cannot', 8)`
}

test('list, show, retry and drop', async () => {
  expect(await run('list')).toEqual({ code: 0, stdout: '0 dead letters, page 1 of 1\n', stderr: '' })
  await addDeadLetter()
  await addDeadLetter()
  const { stdout } = await run('list', '--service', 'pipeline')
  expect(stdout).toMatch(/^ID +CONSUMER +SUBJECT/)
  expect(stdout).toMatch(/\npipeline-1 +pipeline_job +evt.jobs.job.created.v1 +8 .*Error: cannot\n/)
  expect(stdout).toContain('\n2 dead letters, page 1 of 1\n')
  expect((await run('show', 'pipeline-1')).stdout).toMatch(
    /aggregate +1, version 1\n[\s\S]*error +Error: cannot\n/,
  )
  expect(await run('retry', 'pipeline-1')).toMatchObject({ code: 0, stdout: '1 retried, 0 failed\n' })
  expect(await run('drop', 'pipeline-2')).toMatchObject({ code: 0, stdout: '1 dropped\n' })
  const gone = await run('show', 'pipeline-2')
  expect(gone).toMatchObject({ code: 1, stdout: '' })
  expect(gone.stderr).toContain('There is no such object here. (404)')
})

test('1: retry --all handles what it can and names what failed again', async () => {
  for (const isValid of [true, false, true]) await addDeadLetter(isValid)
  const all = await run('retry', '--all')
  expect(all.code).toBe(1)
  expect(all.stdout).toMatch(
    /^pipeline-2: The event failed again \(attempt 9\): breaks its contract: .*\(400\)\n/,
  )
  expect(all.stdout).toContain('2 retried, 1 failed\n')
  expect((await run('list')).stdout).toContain('1 dead letters')
})
