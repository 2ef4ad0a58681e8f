import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, complete, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const put = (id: number, body: unknown) => jobs.recruiter(1).put(`/api/v1/jobs/${id}`, body)

test('200: any subset of the fields of a Draft or Active job changes; the others stay (D-23)', async () => {
  for (const id of [await jobs.createDraft(1), await jobs.createActive(1)]) {
    const before = (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
    const response = await put(id, { title: 'Harbour Master', country: 'SE' })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      ...before,
      title: 'Harbour Master',
      country: 'SE',
      updatedAt: response.body.updatedAt,
    })
  }
})

test('200: null leaves a field unchanged, "" clears an optional one (D-08)', async () => {
  const id = await jobs.createDraft(1, {
    ...complete,
    applyEmailAddress: 'jobs@example.com',
    applyUrl: 'https://example.com',
  })
  const allNull = Object.fromEntries(Object.keys(complete).map((field) => [field, null]))
  expect((await put(id, allNull)).body).toMatchObject(complete)
  const optional = [
    'reference',
    'description',
    'city',
    'country',
    'employmentType',
    'remoteType',
    'applyMethod',
    'applyEmailAddress',
    'applyUrl',
  ]
  const cleared = await put(id, Object.fromEntries(optional.map((field) => [field, ''])))
  expect(cleared.status).toBe(200)
  expect(cleared.body).toMatchObject(Object.fromEntries(optional.map((field) => [field, null])))
  expect((await put(id, { title: '' })).status).toBe(400)
})

test('200: status, id and dates in the body are ignored (D-23)', async () => {
  const id = await jobs.createDraft(1)
  const response = await put(id, {
    status: 'Active',
    id: 1,
    postedDate: 'x',
    expiryDate: 5,
    createdAt: null,
    version: 9,
  })
  expect(response.status).toBe(200)
  expect(response.body).toEqual((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body)
  expect(response.body).toMatchObject({ id, status: 'Draft', postedDate: null, expiryDate: null })
  expect(await jobs.eventTypes(id)).toEqual(['job.created'])
})

test.each([
  ['PlatformApply', {}, ['description', 'city', 'country', 'employmentType', 'remoteType', 'applyMethod']],
  ['EmailApply', { applyEmailAddress: 'a@example.com' }, ['applyEmailAddress']],
  ['ExternalApply', { applyUrl: 'https://example.com' }, ['applyUrl']],
])(
  '400: an Active job with %s cannot lose a field that publishing requires; the message names it (P-07)',
  async (applyMethod, more, required) => {
    await jobs.grant(1, 1)
    const id = await jobs.createDraft(1, { ...complete, applyMethod, ...more })
    const { body } = await jobs
      .recruiter(1)
      .post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
    const bad = [...required.map((field) => [field, '']), ['description', ' \n']]
    const others = { applyEmailAddress: 'EmailApply', applyUrl: 'ExternalApply' }
    for (const [field, method] of Object.entries(others))
      if (!(field in more)) bad.push(['applyMethod', method, field])
    for (const [field, value, named = field] of bad) {
      const response = await put(id, { title: 'New', [field!]: value })
      expect([response.status, response.body.code], field).toEqual([400, 'invalid_state'])
      expect(response.body.message).toContain(named)
    }
    expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body).toEqual(body)
    expect(
      (await put(id, { reference: '', applyMethod: 'EmailApply', applyEmailAddress: 'b@example.com' }))
        .status,
    ).toBe(200)
  },
)

test('400: a Closed or Expired job cannot be changed (D-23)', async () => {
  const closed = await jobs.createActive(1)
  await jobs.recruiter(1).delete(`/api/v1/jobs/${closed}`)
  const expired = await jobs.createActive(1, DAY_MS)
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  for (const [id, state] of [
    [closed, 'Closed'],
    [expired, 'Expired'],
  ] as const) {
    const response = await put(id, { title: 'Late' })
    expect([response.status, response.body.code]).toEqual([400, 'invalid_state'])
    expect(response.body.message).toContain(state)
    expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body).toMatchObject({
      title: complete.title,
      status: state,
    })
  }
})

test('204: a Draft or Active job becomes Closed; a repeat, or an Expired job, changes nothing (D-24, D-10)', async () => {
  const expired = await jobs.createActive(1, DAY_MS)
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  for (const [id, state] of [
    [await jobs.createDraft(1), 'Closed'],
    [await jobs.createActive(1), 'Closed'],
    [expired, 'Expired'],
  ] as const) {
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await jobs.recruiter(1).delete(`/api/v1/jobs/${id}`)
      expect([response.status, response.text]).toEqual([204, ''])
      expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body.status).toBe(state)
    }
  }
})

test('parallel and repeated closes of one job publish one job.closed', async () => {
  const id = await jobs.createActive(1)
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => jobs.recruiter(1).delete(`/api/v1/jobs/${id}`)),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]))
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.published', 'job.closed'])
  const key = { 'idempotency-key': 'close' }
  await jobs.recruiter(1).delete(`/api/v1/jobs/${id}`, key)
  const again = await jobs.recruiter(1).delete(`/api/v1/jobs/${id}`, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([204, 'true'])
})

test('parallel changes of different fields are all stored', async () => {
  const id = await jobs.createDraft(1)
  const patches = [
    { city: 'Oslo' },
    { country: 'SE' },
    { reference: 'new' },
    { title: 'New' },
    { remoteType: 'FullyRemote' },
  ]
  await Promise.all(patches.map((patch) => put(id, patch)))
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body).toMatchObject(
    Object.assign({}, ...patches),
  )
})
