import { expect, test } from 'vitest'
import { startMeJobs } from './support/me-jobs.ts'

const jobs = await startMeJobs()

// Marks above and below by turns: to sort them into canonical order takes time that grows with the square of the run.
const marks = '\u0301\u0323'.repeat(24_950)

test('a job with 49900 marks on one letter is found by its words and returned as it was sent (P-595)', async () => {
  const id = await jobs.publish({ title: 'Tuner of organs', description: `Pipes of tin a${marks} and lead` })
  await jobs.settled()
  expect(await jobs.find('query=tin%20a%20lead')).toEqual([id])
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body.description).toContain(marks)
})

test.each([
  ['query', `organs${marks.slice(0, 1_900)}`],
  ['city', `Lom${marks.slice(0, 190)}`],
])('200: marks in the %s of a search', async (name, value) => {
  expect((await jobs.candidate.get(`/api/v1/me/jobs?${name}=${encodeURIComponent(value)}`)).status).toBe(200)
})
