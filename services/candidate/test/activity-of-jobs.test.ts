import { service as jobsService } from '@jobboard/jobs/service'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CandidateSystem, candidateSystem } from './support/setup.ts'

// Lists of jobs are served by the jobs service, which reports their callers.
let system: CandidateSystem
beforeAll(async () => {
  system = await candidateSystem()
})
afterAll(() => system.stop())

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
