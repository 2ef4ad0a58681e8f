import { expect, test } from 'vitest'
import { complete, DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

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

const path = (id: number) => `/api/v1/jobs/${id}`
const etagOf = async (id: number) => (await jobs.recruiter(1).get(path(id))).headers.get('etag')!
const getUnless = (id: number, etags: string) =>
  jobs.recruiter(1).get(path(id), { headers: { 'if-none-match': etags } })
const putMatching = (id: number, match: string, body: unknown = { city: 'Oslo' }) =>
  jobs.recruiter(1).put(path(id), body, { 'if-match': match })

test('304: every form of If-None-Match that matches the current ETag; 200 otherwise (D-61)', async () => {
  const id = await jobs.createDraft(1)
  const etag = await etagOf(id)
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const etags of [etag, `W/${etag}`, '*', `"other", ${etag}`, `${etag},"other"`]) {
    const response = await getUnless(id, etags)
    expect([response.status, response.text, response.headers.get('etag')], etags).toEqual([304, '', etag])
  }
  for (const other of ['"other"', etag.slice(1, -1), `W/"other"`, '', ',']) {
    expect([(await getUnless(id, other)).status, other]).toEqual([200, other])
  }
})

test('200: If-Match with the current ETag or *; the response carries the next ETag (D-61)', async () => {
  const id = await jobs.createDraft(1)
  for (const [n, match] of ['*', '', '"other", ', ''].entries()) {
    const response = await putMatching(id, match.startsWith('*') ? match : match + (await etagOf(id)), {
      city: `City ${n}`,
    })
    expect([response.status, response.body.city, response.headers.get('etag')]).toEqual([
      200,
      `City ${n}`,
      await etagOf(id),
    ])
  }
})

test('412: an old or weak ETag, 400 a malformed one; nothing changes, and a 412 has the current ETag (D-61)', async () => {
  const id = await jobs.createDraft(1)
  const old = await etagOf(id)
  await jobs.recruiter(1).put(path(id), { city: 'Molde' })
  const etag = await etagOf(id)
  for (const match of [old, `W/${etag}`, '"other"', `${old}, "other"`]) {
    const response = await putMatching(id, match)
    expect([response.status, response.body.code], match).toEqual([412, 'precondition_failed'])
    expect(response.body.message).toContain(etag)
  }
  const { status, body } = await putMatching(id, etag.slice(1, -1))
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain('If-Match')
  expect(await etagOf(id)).toBe(etag)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.changed'])
})

test('of 20 parallel PUTs with the same If-Match, one succeeds', async () => {
  const id = await jobs.createDraft(1)
  const etag = await etagOf(id)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => putMatching(id, etag, { city: `City ${n}` })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
})

test('the ETag changes on publish, on close, and when the expiryDate passes', async () => {
  const id = await jobs.createDraft(1)
  await jobs.grant(1, 2)
  const tags = [await etagOf(id)]
  await jobs.recruiter(1).post(`${path(id)}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
  tags.push(await etagOf(id))
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  tags.push(await etagOf(id))
  const closed = await jobs.createDraft(1)
  tags.push(await etagOf(closed))
  await jobs.recruiter(1).delete(path(closed))
  tags.push(await etagOf(closed))
  expect(new Set(tags).size).toBe(5)
})

test('PUT checks in order: body 400, job 404, If-Match 412, state 400 (D-23)', async () => {
  const id = await jobs.createDraft(1)
  await jobs.recruiter(1).delete(path(id))
  const etag = await etagOf(id)
  const codes = async (target: number, match: string, body: unknown) =>
    (await putMatching(target, match, body)).body.code
  expect(await codes(2_000_000_000, '"other"', { city: 5 })).toBe('invalid_request')
  expect(await codes(2_000_000_000, '"other"', {})).toBe('not_found')
  expect(await codes(id, '"other"', {})).toBe('precondition_failed')
  expect(await codes(id, etag, {})).toBe('invalid_state')
})
