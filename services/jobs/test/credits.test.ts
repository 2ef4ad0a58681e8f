import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const add = (body: Record<string, unknown>) =>
  jobs.internal.post('/internal/v1/credits', {
    operationId: 'op',
    employerId: 1,
    kind: 'JobPosting',
    amount: 5,
    cause: 'bought',
    ...body,
  })
const entries = (employerId: number, query = '') =>
  jobs.internal.get(`/internal/v1/employers/${employerId}/credits/entries${query}`)

test('201: adds once per operation, however often and however parallel it is told', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => add({ operationId: 'once' })))
  for (const { body } of answers) expect(body).toMatchObject({ kind: 'JobPosting', amount: 5, balance: 5 })
  expect(answers.filter(({ body }) => body.audit !== null)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await jobs.balance(1)).toBe(5)
  expect((await entries(1)).body.total).toBe(1)
})

test.each(['CvSearch', 'CvDownload', 'Gold'])('400: %s credits do not live here', async (kind) => {
  const answer = await add({ operationId: kind, employerId: 2, kind })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(answer.body.message).toContain('kind')
  expect((await entries(2, `?kind=${kind}`)).status).toBe(400)
  expect((await entries(2)).body.total).toBe(0)
})

test('400: a correction never takes a balance below 0', async () => {
  await add({ operationId: 'plus', employerId: 3 })
  expect((await add({ operationId: 'minus', employerId: 3, amount: -6 })).body.code).toBe('invalid_request')
  expect((await add({ operationId: 'minus 2', employerId: 3, amount: -5 })).body.balance).toBe(0)
})

test('the balance is the sum of the entries, each with cause and request id, newest first (D-64)', async () => {
  await jobs.grant(4, 2)
  const id = await jobs.draft(4)
  await jobs.of(4).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
  const { body } = await entries(4)
  expect(body.items).toMatchObject([
    { kind: 'JobPosting', amount: -1, cause: `publish-job ${id}`, requestId: 'test-request' },
    { kind: 'JobPosting', amount: 2, cause: 'test' },
  ])
  expect(await jobs.balance(4)).toBe(1)
  expect((await entries(4, '?skip=1&take=1&kind=JobPosting')).body).toMatchObject({
    total: 2,
    items: [{ amount: 2 }],
  })
  expect((await jobs.internal.get('/internal/v1/employers/999/credits')).body).toEqual({ JobPosting: 0 })
})
