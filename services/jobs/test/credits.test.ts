import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const addCredits = (body: Record<string, unknown>) =>
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

test('201: parallel requests with one operationId add the credits once', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => addCredits({ operationId: 'once' })))
  for (const { body } of responses) expect(body).toMatchObject({ kind: 'JobPosting', amount: 5, balance: 5 })
  expect(responses.filter(({ body }) => body.audit !== null)).toHaveLength(1)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await jobs.balance(1)).toBe(5)
  expect((await entries(1)).body.total).toBe(1)
})

test.each(['CvSearch', 'CvDownload', 'Gold'])(
  '400: %s credits are not stored in this service',
  async (kind) => {
    const response = await addCredits({ operationId: kind, employerId: 2, kind })
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toContain('kind')
    expect((await entries(2, `?kind=${kind}`)).status).toBe(400)
    expect((await entries(2)).body.total).toBe(0)
  },
)

test('400: a correction cannot take a balance below 0', async () => {
  await addCredits({ operationId: 'plus', employerId: 3 })
  expect((await addCredits({ operationId: 'minus', employerId: 3, amount: -6 })).body.code).toBe(
    'invalid_request',
  )
  expect((await addCredits({ operationId: 'minus 2', employerId: 3, amount: -5 })).body.balance).toBe(0)
})

test('the balance is the sum of the entries, each with cause and request id, newest first (D-64)', async () => {
  await jobs.grant(4, 2)
  const id = await jobs.createDraft(4)
  await jobs.recruiter(4).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
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
