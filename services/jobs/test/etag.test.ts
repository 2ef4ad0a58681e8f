import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const path = (id: number) => `/api/v1/jobs/${id}`
const etagOf = async (id: number) => (await jobs.recruiter(1).get(path(id))).headers.get('etag')!
const get = (id: number, etags: string) =>
  jobs.recruiter(1).get(path(id), { headers: { 'if-none-match': etags } })
const put = (id: number, match: string, body: unknown = { city: 'Oslo' }) =>
  jobs.recruiter(1).put(path(id), body, { 'if-match': match })

test('304: every form of If-None-Match that matches the current ETag; 200 otherwise (D-61)', async () => {
  const id = await jobs.createDraft(1)
  const etag = await etagOf(id)
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const etags of [etag, `W/${etag}`, '*', `"other", ${etag}`, `${etag},"other"`]) {
    const response = await get(id, etags)
    expect([response.status, response.text, response.headers.get('etag')], etags).toEqual([304, '', etag])
  }
  for (const other of ['"other"', etag.slice(1, -1), `W/"other"`, '', ',']) {
    expect([(await get(id, other)).status, other]).toEqual([200, other])
  }
})

test('200: If-Match with the current ETag or *; the response carries the next ETag (D-61)', async () => {
  const id = await jobs.createDraft(1)
  for (const [n, match] of ['*', '', '"other", ', ''].entries()) {
    const response = await put(id, match.startsWith('*') ? match : match + (await etagOf(id)), {
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
    const response = await put(id, match)
    expect([response.status, response.body.code], match).toEqual([412, 'precondition_failed'])
    expect(response.body.message).toContain(etag)
  }
  const { status, body } = await put(id, etag.slice(1, -1))
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toContain('If-Match')
  expect(await etagOf(id)).toBe(etag)
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.changed'])
})

test('of 20 parallel PUTs with the same If-Match, one succeeds', async () => {
  const id = await jobs.createDraft(1)
  const etag = await etagOf(id)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => put(id, etag, { city: `City ${n}` })),
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
    (await put(target, match, body)).body.code
  expect(await codes(2_000_000_000, '"other"', { city: 5 })).toBe('invalid_request')
  expect(await codes(2_000_000_000, '"other"', {})).toBe('not_found')
  expect(await codes(id, '"other"', {})).toBe('precondition_failed')
  expect(await codes(id, etag, {})).toBe('invalid_state')
})
