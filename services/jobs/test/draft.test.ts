import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, complete, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

test('201: only the title is required; everything else is null (D-21)', async () => {
  const answer = await jobs.of(1).post('/api/v1/jobs', { title: '  Baker  ' })
  expect(answer.status).toBe(201)
  const now = answer.body.createdAt
  expect(answer.body).toEqual({
    id: expect.any(Number),
    status: 'Draft',
    title: 'Baker',
    reference: null,
    description: null,
    city: null,
    country: null,
    employmentType: null,
    remoteType: null,
    applyMethod: null,
    applyEmailAddress: null,
    applyUrl: null,
    postedDate: null,
    expiryDate: null,
    createdAt: now,
    updatedAt: now,
  })
  expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('201: unknown fields and those the service sets are ignored (D-07, D-23)', async () => {
  const answer = await jobs.of(1).post('/api/v1/jobs', {
    title: 'Baker',
    id: 7,
    status: 'Active',
    postedDate: '2030-01-01T00:00:00Z',
    expiryDate: 'nonsense',
    employerId: 99,
    salary: { any: 'thing' },
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ status: 'Draft', postedDate: null, expiryDate: null })
  expect(answer.body.id).not.toBe(7)
  expect((await jobs.of(99).get('/api/v1/jobs')).body.total).toBe(0)
})

test('201: Unicode and 100 000 characters come back as they were sent', async () => {
  const description = `${'日本語 čeština العربية 🧑🏽‍🚀\r\n\t"\\'.repeat(3_000)}`
    .slice(0, 99_990)
    .replace(/[\ud800-\udbff]$/, '')
  const fields = { ...complete, title: 'Инженер 🚀 n̈ ﷺ', city: 'Zürich', description }
  const { body } = await jobs.of(2).post('/api/v1/jobs', fields)
  const read = await jobs.of(2).get(`/api/v1/jobs/${body.id}`)
  expect(read.body).toMatchObject(fields)
  const longest = '\n'.repeat(100_000)
  expect((await jobs.of(2).put(`/api/v1/jobs/${body.id}`, { description: longest })).status).toBe(200)
  expect((await jobs.of(2).get(`/api/v1/jobs/${body.id}`)).body.description).toBe(longest)
})

test('415: a body that is no JSON; 201: text/json and application/*+json (D-01)', async () => {
  const post = (type: string) =>
    jobs.of(5).send('POST', '/api/v1/jobs', { body: '{"title":"x"}', headers: { 'content-type': type } })
  expect((await post('text/plain')).status).toBe(415)
  expect((await post('text/json')).status).toBe(201)
  expect((await post('application/job+json; charset=utf-8')).status).toBe(201)
})

test('413: more than 1 MiB (D-07)', async () => {
  const answer = await jobs.of(5).post('/api/v1/jobs', { title: 'x', description: 'x'.repeat(1_048_577) })
  expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large'])
})

test('Idempotency-Key: the same creation makes one job, another body is 422, a 400 is kept (D-60)', async () => {
  const key = { 'idempotency-key': 'create-once' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => jobs.of(6).post('/api/v1/jobs', complete, key)),
  )
  const made = answers.filter(({ status }) => status === 201)
  expect(made.length).toBeGreaterThan(0)
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  const again = await jobs.of(6).post('/api/v1/jobs', complete, key)
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    201,
    made[0]!.text,
    'true',
  ])
  expect((await jobs.of(6).post('/api/v1/jobs', { ...complete, city: 'Oslo' }, key)).status).toBe(422)
  expect((await jobs.of(6).get('/api/v1/jobs')).body.total).toBe(1)
  // The key belongs to the employer: another one's is another.
  expect(
    (await jobs.of(7).post('/api/v1/jobs', complete, key)).headers.get('idempotency-replayed'),
  ).toBeNull()
  const wrong = { 'idempotency-key': 'wrong' }
  await jobs.of(6).post('/api/v1/jobs', { title: '' }, wrong)
  const kept = await jobs.of(6).post('/api/v1/jobs', { title: '' }, wrong)
  expect([kept.status, kept.headers.get('idempotency-replayed')]).toEqual([400, 'true'])
})
