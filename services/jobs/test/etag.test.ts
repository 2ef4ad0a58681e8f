import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const path = (id: number) => `/api/v1/jobs/${id}`
const etagOf = async (id: number) => (await jobs.of(1).get(path(id))).headers.get('etag')!
const get = (id: number, known: string) => jobs.of(1).get(path(id), { headers: { 'if-none-match': known } })
const put = (id: number, match: string, body: unknown = { city: 'Oslo' }) =>
  jobs.of(1).put(path(id), body, { 'if-match': match })

test('304: for each way to name the state that is known; 200 for any other (D-61)', async () => {
  const id = await jobs.draft(1)
  const etag = await etagOf(id)
  expect(etag).toMatch(/^"[\w-]+"$/)
  for (const known of [etag, `W/${etag}`, '*', `"other", ${etag}`, `${etag},"other"`]) {
    const answer = await get(id, known)
    expect([answer.status, answer.text, answer.headers.get('etag')], known).toEqual([304, '', etag])
  }
  for (const other of ['"other"', etag.slice(1, -1), `W/"other"`, '', ',']) {
    expect([(await get(id, other)).status, other]).toEqual([200, other])
  }
})

test('200: If-Match with the state as it is, or with any; the answer carries the next ETag (D-61)', async () => {
  const id = await jobs.draft(1)
  for (const [n, match] of ['*', '', '"other", ', ''].entries()) {
    const answer = await put(id, match.startsWith('*') ? match : match + (await etagOf(id)), {
      city: `City ${n}`,
    })
    expect([answer.status, answer.body.city, answer.headers.get('etag')]).toEqual([
      200,
      `City ${n}`,
      await etagOf(id),
    ])
  }
})

test('412: a state that was, a weak tag, anything else; nothing changes, and the message has the ETag (D-61)', async () => {
  const id = await jobs.draft(1)
  const old = await etagOf(id)
  await jobs.of(1).put(path(id), { city: 'Molde' })
  const etag = await etagOf(id)
  for (const match of [old, `W/${etag}`, etag.slice(1, -1), '"other"', `${old}, "other"`]) {
    const answer = await put(id, match)
    expect([answer.status, answer.body.code], match).toEqual([412, 'precondition_failed'])
    expect(answer.body.message).toContain(etag)
  }
  expect(await etagOf(id)).toBe(etag)
  expect(await jobs.events(id)).toEqual(['job.created', 'job.changed'])
})

test('one of six writers of the same state wins', async () => {
  const id = await jobs.draft(1)
  const etag = await etagOf(id)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => put(id, etag, { city: `City ${n}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
})

test('the state has another ETag after each change: publish, close, and the expiryDate that nobody told of', async () => {
  const id = await jobs.draft(1)
  await jobs.grant(1, 2)
  const tags = [await etagOf(id)]
  await jobs.of(1).post(`${path(id)}/publish`, { expiryDate: jobs.inMs(DAY_MS) })
  tags.push(await etagOf(id))
  jobs.deps.clock.advanceTo(jobs.deps.clock.offsetMs + 2 * DAY_MS)
  tags.push(await etagOf(id))
  const closed = await jobs.draft(1)
  tags.push(await etagOf(closed))
  await jobs.of(1).delete(path(closed))
  tags.push(await etagOf(closed))
  expect(new Set(tags).size).toBe(5)
})

test('the order of refusals of a PUT: body 400, 404, 412, then the state (D-23)', async () => {
  const id = await jobs.draft(1)
  await jobs.of(1).delete(path(id))
  const etag = await etagOf(id)
  const codes = async (target: number, match: string, body: unknown) =>
    (await put(target, match, body)).body.code
  expect(await codes(2_000_000_000, '"other"', { city: 5 })).toBe('invalid_request')
  expect(await codes(2_000_000_000, '"other"', {})).toBe('not_found')
  expect(await codes(id, '"other"', {})).toBe('precondition_failed')
  expect(await codes(id, etag, {})).toBe('invalid_state')
})
