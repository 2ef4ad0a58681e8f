import { expect, test } from 'vitest'
import { complete, DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

const publish = (employerId: number, id: number, expiryDate: unknown, headers = {}) =>
  jobs.recruiter(employerId).post(`/api/v1/jobs/${id}/publish`, { expiryDate }, headers)

test('200: a complete Draft becomes Active, costs one credit and returns the balance (D-22, D-47, Spec §4.1)', async () => {
  await jobs.grant(1, 3)
  const id = await jobs.createDraft(1)
  const expiryDate = jobs.inMs(30 * DAY_MS)
  const response = await publish(1, id, expiryDate)
  expect(response.status).toBe(200)
  expect(response.body).toMatchObject({ id, status: 'Active', expiryDate, title: complete.title })
  expect(Date.parse(response.body.postedDate)).toBeLessThanOrEqual(jobs.deps.clock.now().getTime())
  expect(response.headers.get('x-credits-cost')).toBe('1')
  expect(response.headers.get('x-credits-remaining')).toBe('2')
  expect(await jobs.balance(1)).toBe(2)
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body).toEqual(response.body)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.published'])
})

test('200: a person in the portal publishes without a key, once per Idempotency-Key', async () => {
  await jobs.grant(7_001, 2)
  const id = await jobs.createDraft(7_001)
  const scopes = ['JobPosting']
  const person = jobs.as({ kind: 'recruiter', employerId: 7_001, userId: 12, keyId: null, scopes })
  const body = { expiryDate: jobs.inMs(DAY_MS) }
  const twice = [1, 2].map(() =>
    person.post(`/api/v1/jobs/${id}/publish`, body, { 'idempotency-key': 'double-click' }),
  )
  const statuses = (await Promise.all(twice)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 409)).toContain(200)
  expect(await jobs.debits(7_001)).toBe(1)
})

test('200: an expiryDate with an offset is stored in UTC (D-09)', async () => {
  await jobs.grant(2, 1)
  const at = new Date(jobs.deps.clock.now().getTime() + DAY_MS)
  const local = `${new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, -1)}+02:00`
  expect((await publish(2, await jobs.createDraft(2), local)).body.expiryDate).toBe(at.toISOString())
})

test('200: an expiryDate up to 366 days ahead; 400: later, now or in the past (D-22)', async () => {
  await jobs.grant(3, 2)
  const id = await jobs.createDraft(3)
  for (const aheadMs of [366 * DAY_MS + 5_000, 0, -1_000, -400 * DAY_MS, 8_000 * 366 * DAY_MS - 3e12]) {
    const response = await publish(3, id, jobs.inMs(aheadMs))
    expect(response.status, String(aheadMs)).toBe(400)
    expect(response.body.code).toBe('invalid_request')
    expect(response.body.message).toContain('expiryDate')
  }
  expect(await jobs.debits(3)).toBe(0)
  expect((await publish(3, id, jobs.inMs(366 * DAY_MS - 1_000))).status).toBe(200)
})

test('400: problem details name each field that publishing requires; of an Active job too (D-21, P-07)', async () => {
  await jobs.grant(8, 1)
  const problem = { accept: 'application/problem+json' }
  const fields = (response: { body: { errors: { pointer: string }[] } }) =>
    response.body.errors.map(({ pointer }) => pointer)
  const bare = await jobs.createDraft(8, { title: 'Bare', applyMethod: 'ExternalApply', city: 'Oslo' })
  const refused = await publish(8, bare, jobs.inMs(DAY_MS), problem)
  expect(refused.status).toBe(400)
  expect(fields(refused)).toEqual(['/description', '/country', '/employmentType', '/remoteType', '/applyUrl'])
  const dry = await publish(8, bare, jobs.inMs(DAY_MS), { ...problem, prefer: 'dry-run' })
  expect(dry.body).toEqual(refused.body)
  const active = await jobs.createActive(8)
  expect(
    fields(await jobs.recruiter(8).put(`/api/v1/jobs/${active}`, { city: '', country: '' }, problem)),
  ).toEqual(['/city', '/country'])
})

test('publish checks in order: body, 404, state, completeness, 402; none is a debit (D-22, D-47)', async () => {
  const bare = await jobs.createDraft(5, { title: 'Bare' })
  const good = await jobs.createDraft(5)
  const closed = await jobs.createDraft(5, { title: 'Closed' })
  await jobs.recruiter(5).delete(`/api/v1/jobs/${closed}`)
  const soon = jobs.inMs(DAY_MS)
  const past = jobs.inMs(-DAY_MS)
  const codes = async (id: number, date: string) => {
    const { status, body, headers } = await publish(5, id, date)
    expect(headers.get('x-credits-cost')).toBe('0')
    expect(headers.get('x-credits-remaining')).toBe('0')
    return `${status} ${body.code}`
  }
  expect(await codes(2_000_000_000, past)).toBe('400 invalid_request')
  expect(await codes(closed, past)).toBe('400 invalid_request')
  expect(await codes(2_000_000_000, soon)).toBe('404 not_found')
  expect(await codes(closed, soon)).toBe('400 invalid_state')
  expect(await codes(bare, soon)).toBe('400 invalid_state')
  expect(await codes(good, soon)).toBe('402 no_credits')
  expect((await publish(5, closed, soon)).body.message).toContain('Closed')
  expect((await publish(5, bare, soon)).body.message).toContain('description')
  expect((await jobs.recruiter(5).get(`/api/v1/jobs/${good}`)).body).toMatchObject({
    status: 'Draft',
    postedDate: null,
  })
  expect(await jobs.debits(5)).toBe(0)
  expect(await jobs.eventTypes(good)).toEqual(['job.created'])
})

test('400: the message names every missing field, and nothing is debited (D-21)', async () => {
  await jobs.grant(6, 5)
  const required = ['description', 'city', 'country', 'employmentType', 'remoteType', 'applyMethod'] as const
  const bare = await publish(6, await jobs.createDraft(6, { title: 'Bare' }), jobs.inMs(DAY_MS))
  for (const field of required) expect(bare.body.message).toContain(field)
  for (const field of required) {
    const response = await publish(
      6,
      await jobs.createDraft(6, { ...complete, [field]: null }),
      jobs.inMs(DAY_MS),
    )
    expect(response.status).toBe(400)
    expect(response.body.code).toBe('invalid_state')
    expect(response.body.message).toContain(field)
  }
  const byMail = await jobs.createDraft(6, { ...complete, applyMethod: 'EmailApply' })
  expect((await publish(6, byMail, jobs.inMs(DAY_MS))).body.message).toContain('applyEmailAddress')
  const outside = await jobs.createDraft(6, { ...complete, applyMethod: 'ExternalApply' })
  expect((await publish(6, outside, jobs.inMs(DAY_MS))).body.message).toContain('applyUrl')
  const blank = await jobs.createDraft(6, { ...complete, description: ' \n\t ' })
  expect((await publish(6, blank, jobs.inMs(DAY_MS))).body.message).toContain('description')
  expect(await jobs.debits(6)).toBe(0)
  await jobs.recruiter(6).put(`/api/v1/jobs/${byMail}`, { applyEmailAddress: 'jobs@example.com' })
  expect((await publish(6, byMail, jobs.inMs(DAY_MS))).status).toBe(200)
  await jobs.recruiter(6).put(`/api/v1/jobs/${outside}`, { applyUrl: 'https://example.com/apply' })
  expect((await publish(6, outside, jobs.inMs(DAY_MS))).status).toBe(200)
  expect(await jobs.debits(6)).toBe(2)
})

test('400: an Active job cannot be published again; the message names the state', async () => {
  await jobs.grant(7, 5)
  const id = await jobs.createActive(7, 60_000)
  const again = await publish(7, id, jobs.inMs(DAY_MS))
  expect([again.status, again.body.code]).toEqual([400, 'invalid_state'])
  expect(again.body.message).toContain('Active')
  expect(await jobs.debits(7)).toBe(1)
})

test('Idempotency-Key: the same publish is replayed without a second debit, another body is 422 (D-60)', async () => {
  await jobs.grant(10, 5)
  const id = await jobs.createDraft(10)
  const expiryDate = jobs.inMs(DAY_MS)
  const key = { 'idempotency-key': 'publish-once' }
  const first = await publish(10, id, expiryDate, key)
  const second = await publish(10, id, expiryDate, key)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.text).toBe(first.text)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  const other = await publish(10, id, jobs.inMs(2 * DAY_MS), key)
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect(await jobs.debits(10)).toBe(1)
})

test('Idempotency-Key: a 402 is not stored; with a credit the same key publishes (D-60)', async () => {
  const id = await jobs.createDraft(12)
  const expiryDate = jobs.inMs(DAY_MS)
  const key = { 'idempotency-key': 'later' }
  expect((await publish(12, id, expiryDate, key)).status).toBe(402)
  await jobs.grant(12, 1)
  expect((await publish(12, id, expiryDate, key)).status).toBe(200)
})

test.each(['\u200b', '\u3164', '\u2060\ufe0f', '\u2800', ' '])(
  '400: a text of %j is missing: as title, and to publish what releases before stored; nothing is debited (P-594)',
  async (blank) => {
    const employerId = 7_010
    await jobs.grant(employerId, 1)
    const refused = await jobs.recruiter(employerId).post('/api/v1/jobs', { ...complete, title: blank })
    expect([refused.status, refused.body.message]).toEqual([400, 'title: must not be empty.'])
    const id = await jobs.createDraft(employerId, { ...complete, city: blank, description: blank })
    expect((await publish(employerId, id, jobs.inMs(DAY_MS))).body.message).toContain('description, city;')
    await jobs.deps.db.sql`update job set city = ${blank}, description = ${blank} where id = ${id}`
    const { status, body } = await publish(employerId, id, jobs.inMs(DAY_MS))
    expect([status, body.code, body.message]).toEqual([
      400,
      'invalid_state',
      expect.stringContaining('description, city;'),
    ])
    expect(await jobs.debits(employerId)).toBe(0)
  },
)
