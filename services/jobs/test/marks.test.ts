import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootMeJobs, type MeJobs } from './support/me-jobs.ts'

let jobs: MeJobs
beforeAll(async () => {
  jobs = await bootMeJobs()
})
afterAll(() => jobs.stop())

// Marks above and below by turns: to sort them into canonical order takes time that grows with the square of the run.
const marks = '\u0301\u0323'.repeat(24_950)

test('200: lists and searches of others while jobs with 49900 marks on one letter are made findable (P-270)', async () => {
  const ids: number[] = []
  for (let job = 0; job < 8; job++) {
    ids.unshift(
      await jobs.publish({ title: 'Tuner of organs', description: `Pipes of tin a${marks} and lead` }),
    )
  }
  const statuses: number[] = []
  let isSettled = false
  const settled = jobs.settled().then(() => {
    isSettled = true
  })
  while (!isSettled) {
    statuses.push((await jobs.recruiter(2).get('/api/v1/jobs')).status)
    statuses.push((await jobs.candidate.get('/api/v1/me/jobs?query=organs')).status)
  }
  await settled
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await jobs.find('query=tin%20a%20lead')).toEqual(ids)
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${ids[0]}`)).body.description).toContain(marks)
})

test.each([
  ['query', `organs${marks.slice(0, 1_900)}`],
  ['city', `Lom${marks.slice(0, 190)}`],
])('200: marks in the %s of a search', async (name, value) => {
  expect((await jobs.candidate.get(`/api/v1/me/jobs?${name}=${encodeURIComponent(value)}`)).status).toBe(200)
})
