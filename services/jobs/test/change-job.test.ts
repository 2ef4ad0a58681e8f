import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, complete, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const put = (id: number, body: unknown) => jobs.of(1).put(`/api/v1/jobs/${id}`, body)

test('200: any subset of a Draft and of an Active job; the rest stays (D-23)', async () => {
  for (const id of [await jobs.draft(1), await jobs.active(1)]) {
    const before = (await jobs.of(1).get(`/api/v1/jobs/${id}`)).body
    const answer = await put(id, { title: 'Harbour Master', country: 'SE' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...before,
      title: 'Harbour Master',
      country: 'SE',
      updatedAt: answer.body.updatedAt,
    })
  }
})

test('200: null leaves a field, "" clears an optional one (D-08)', async () => {
  const id = await jobs.draft(1, {
    ...complete,
    applyEmailAddress: 'jobs@example.com',
    applyUrl: 'https://example.com',
  })
  const nulls = Object.fromEntries(Object.keys(complete).map((field) => [field, null]))
  expect((await put(id, nulls)).body).toMatchObject(complete)
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
  const id = await jobs.draft(1)
  const answer = await put(id, {
    status: 'Active',
    id: 1,
    postedDate: 'x',
    expiryDate: 5,
    createdAt: null,
    version: 9,
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual((await jobs.of(1).get(`/api/v1/jobs/${id}`)).body)
  expect(answer.body).toMatchObject({ id, status: 'Draft', postedDate: null, expiryDate: null })
  expect(await jobs.events(id)).toEqual(['job.created'])
})

test.each([
  ['PlatformApply', {}, ['description', 'city', 'country', 'employmentType', 'remoteType', 'applyMethod']],
  ['EmailApply', { applyEmailAddress: 'a@example.com' }, ['applyEmailAddress']],
  ['ExternalApply', { applyUrl: 'https://example.com' }, ['applyUrl']],
])(
  '400: an Active job with %s keeps what publishing needed, and says which field (P-07)',
  async (applyMethod, more, needed) => {
    await jobs.grant(1, 1)
    const id = await jobs.draft(1, { ...complete, applyMethod, ...more })
    const { body } = await jobs.of(1).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
    const bad = [...needed.map((field) => [field, '']), ['description', ' \n']]
    const others = { applyEmailAddress: 'EmailApply', applyUrl: 'ExternalApply' }
    for (const [needs, method] of Object.entries(others))
      if (!(needs in more)) bad.push(['applyMethod', method, needs])
    for (const [field, value, named = field] of bad) {
      const answer = await put(id, { title: 'New', [field!]: value })
      expect([answer.status, answer.body.code], field).toEqual([400, 'invalid_state'])
      expect(answer.body.message).toContain(named)
    }
    expect((await jobs.of(1).get(`/api/v1/jobs/${id}`)).body).toEqual(body)
    expect(
      (await put(id, { reference: '', applyMethod: 'EmailApply', applyEmailAddress: 'b@example.com' }))
        .status,
    ).toBe(200)
  },
)

test('400: a Closed and an Expired job cannot be changed, and nothing changes (D-23)', async () => {
  const closed = await jobs.active(1)
  await jobs.of(1).delete(`/api/v1/jobs/${closed}`)
  const expired = await jobs.active(1, DAY_MS)
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  for (const [id, state] of [
    [closed, 'Closed'],
    [expired, 'Expired'],
  ] as const) {
    const answer = await put(id, { title: 'Late' })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_state'])
    expect(answer.body.message).toContain(state)
    expect((await jobs.of(1).get(`/api/v1/jobs/${id}`)).body).toMatchObject({
      title: complete.title,
      status: state,
    })
  }
})

test('204: Draft and Active become Closed; repeated and on Expired nothing changes (D-24)', async () => {
  const expired = await jobs.active(1, DAY_MS)
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  for (const [id, state] of [
    [await jobs.draft(1), 'Closed'],
    [await jobs.active(1), 'Closed'],
    [expired, 'Expired'],
  ] as const) {
    for (let turn = 0; turn < 3; turn++) {
      const answer = await jobs.of(1).delete(`/api/v1/jobs/${id}`)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect((await jobs.of(1).get(`/api/v1/jobs/${id}`)).body.status).toBe(state)
    }
  }
})

test('one job.closed however many close it at once, also with an Idempotency-Key', async () => {
  const id = await jobs.active(1)
  const answers = await Promise.all(Array.from({ length: 10 }, () => jobs.of(1).delete(`/api/v1/jobs/${id}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  expect(await jobs.events(id)).toEqual(['job.created', 'job.published', 'job.closed'])
  const key = { 'idempotency-key': 'close' }
  await jobs.of(1).delete(`/api/v1/jobs/${id}`, key)
  const again = await jobs.of(1).delete(`/api/v1/jobs/${id}`, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([204, 'true'])
})

test('parallel changes of different fields are all kept', async () => {
  const id = await jobs.draft(1)
  const patches = [
    { city: 'Oslo' },
    { country: 'SE' },
    { reference: 'new' },
    { title: 'New' },
    { remoteType: 'FullyRemote' },
  ]
  await Promise.all(patches.map((patch) => put(id, patch)))
  expect((await jobs.of(1).get(`/api/v1/jobs/${id}`)).body).toMatchObject(Object.assign({}, ...patches))
})
