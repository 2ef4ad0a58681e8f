import { expect, test } from 'vitest'
import { complete, DAY_MS, startJobs } from './support/setup.ts'

// Screening questions through the API of employers, by the rules of the Admin API.
const jobs = await startJobs()

const swim = { text: 'Can you swim?', type: 'YesNo', required: true }
const boat = { text: 'Which boat?', type: 'SingleChoice', required: false, options: ['Rowing', 'Sail'] }
const create = (screeningQuestions: unknown) =>
  jobs.recruiter(1).post('/api/v1/jobs', { ...complete, screeningQuestions })
const put = (id: number, body: object, employerId = 1) =>
  jobs.recruiter(employerId).put(`/api/v1/jobs/${id}`, body)
const facts = async (id: number) => (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body

test('201: a draft with questions; the response, the facts and the event have them with their ids', async () => {
  const { status, body } = await create([swim, boat])
  expect([status, body.screeningQuestions]).toEqual([
    201,
    [
      { ...swim, id: expect.any(Number), options: [] },
      { ...boat, id: expect.any(Number) },
    ],
  ])
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${body.id}`)).body).toEqual(body)
  expect((await facts(body.id)).screeningQuestions).toEqual(body.screeningQuestions)
  const [event] = await jobs.deps.db.sql<{ payload: { screeningQuestions: unknown } }>`
    select payload from outbox where aggregate_id = ${String(body.id)}`
  expect(event!.payload.screeningQuestions).toEqual(body.screeningQuestions)
})

test('200: null leaves them, the same list is no change, unchanged ones keep their ids, [] removes all', async () => {
  const { id, screeningQuestions } = (await create([swim, boat])).body
  for (const same of [null, undefined, [swim, boat]]) {
    expect((await put(id, { screeningQuestions: same })).body.screeningQuestions).toEqual(screeningQuestions)
  }
  expect(await jobs.eventTypes(id)).toEqual(['job.created'])
  const moved = (await put(id, { screeningQuestions: [boat, { ...swim, required: false }] })).body
  expect(moved.screeningQuestions.map((question: { id: number }) => question.id)).toEqual(
    screeningQuestions.map((question: { id: number }) => question.id).toReversed(),
  )
  expect((await put(id, { screeningQuestions: [] })).body.screeningQuestions).toEqual([])
  expect(await jobs.eventTypes(id)).toEqual(['job.created', 'job.changed', 'job.changed'])
})

test('200: what an operator has stored is read and kept, and the other way round', async () => {
  const { id } = (await create(undefined)).body
  const path = `/admin/v1/jobs/${id}/screening-questions`
  const stored = (await jobs.admin.put(path, [swim])).body
  const kept = (await put(id, { title: 'Diver', screeningQuestions: [boat, swim] })).body.screeningQuestions
  expect(kept[1]).toEqual(stored[0])
  expect((await jobs.admin.put(path, [boat])).body).toEqual([kept[0]])
})

test.each([
  ['a choice without options', [{ ...boat, options: [] }], 'screeningQuestions.0.options'],
  ['one option twice', [{ ...boat, options: ['a', ' a'] }], 'screeningQuestions.0.options'],
  ['options without a choice', [{ ...swim, options: ['yes'] }], 'screeningQuestions.0.options'],
  ['an unknown type', [{ ...swim, type: 'Essay' }], 'screeningQuestions.0.type'],
  ['101 questions', Array.from({ length: 101 }, () => swim), 'screeningQuestions'],
])('400: %s is rejected by name and nothing changes', async (_what, screeningQuestions, name) => {
  const { body: job } = await create([swim])
  for (const refused of [await put(job.id, { screeningQuestions }), await create(screeningQuestions)]) {
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.message).toContain(`${name}:`)
  }
  expect((await jobs.recruiter(1).get(`/api/v1/jobs/${job.id}`)).body).toEqual(job)
})

test("404: another employer's job; 400: a Closed one; the questions stay (D-19, D-23)", async () => {
  const { id, screeningQuestions } = (await create([swim])).body
  expect((await put(id, { screeningQuestions: [] }, 2)).status).toBe(404)
  await jobs.recruiter(1).delete(`/api/v1/jobs/${id}`)
  expect((await put(id, { screeningQuestions: [] })).body.code).toBe('invalid_state')
  expect((await facts(id)).screeningQuestions).toEqual(screeningQuestions)
})

test('16 replacements of employer and operator at once: one complete list remains', async () => {
  const { id } = (await create([swim])).body
  const lists = Array.from({ length: 16 }, (_, n) => [swim, { ...swim, text: `Storm ${n}?` }, boat])
  const responses = await Promise.all(
    lists.map((list, n) =>
      n % 2
        ? jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, list)
        : put(id, { screeningQuestions: list }),
    ),
  )
  const stored = responses.map(({ body }, n) => (n % 2 ? body : body.screeningQuestions))
  const left = (await facts(id)).screeningQuestions
  expect(stored).toContainEqual(left)
  expect(new Set(stored.map((list) => list[0].id)).size).toBe(1)
})

const replace = (id: unknown, body: unknown) =>
  jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, body)

const lamp = { text: 'Can you trim a lamp?', type: 'YesNo', required: true }
const ship = {
  text: 'Which boat? 🚣',
  type: 'SingleChoice',
  required: false,
  options: ['Rowing', 'Sail "boat", {big}'],
}
const years = { text: 'Years at sea', type: 'Number', required: false }

test('200: replaces the list in order, for any employer; facts and event contain it', async () => {
  const id = await jobs.createDraft(1)
  const response = await replace(id, [lamp, ship])
  expect(response.status).toBe(200)
  expect(response.body).toEqual([
    { ...lamp, id: expect.any(Number), options: [] },
    { ...ship, id: expect.any(Number) },
  ])
  expect((await facts(id)).screeningQuestions).toEqual(response.body)
  expect((await facts(id)).version).toBe(2)
  const [event] = await jobs.deps.db.sql<{ payload: unknown }>`
    select payload from outbox where aggregate_id = ${String(id)} and subject = 'evt.jobs.job.changed.v1'`
  const { employerName: _, ...eventFacts } = await facts(id)
  expect(event!.payload).toEqual(eventFacts)
  const [audit] = await jobs.deps.db.sql<{ payload: unknown }>`
    select payload from outbox where subject = 'evt.jobs.audit.recorded.v1' order by id desc limit 1`
  expect(audit!.payload).toMatchObject({
    actor: 'operator',
    action: 'replace-screening-questions',
    before: [],
    after: response.body,
    requestId: 'test-request',
  })
})

test('200: unchanged questions keep their ids, also when moved or made required', async () => {
  const id = await jobs.createActive(1)
  const first = (await replace(id, [lamp, ship, years])).body
  const second = (await replace(id, [years, { ...lamp, required: false }, { ...ship, options: ['Rowing'] }]))
    .body
  expect(second[0].id).toBe(first[2].id)
  expect(second[1]).toEqual({ ...first[0], required: false })
  expect(first.map((question: { id: number }) => question.id)).not.toContain(second[2].id)
  expect((await facts(id)).screeningQuestions).toEqual(second)
  const twice = (await replace(id, [lamp, lamp])).body
  expect(new Set(twice.map((question: { id: number }) => question.id)).size).toBe(2)
  expect((await replace(id, [])).body).toEqual([])
  expect((await facts(id)).screeningQuestions).toEqual([])
})

test.each([
  ['an object instead of a list', { questions: [] }, 'The body'],
  ['a choice without options', [{ ...lamp, type: 'SingleChoice' }], '0.options'],
  ['101 questions', Array.from({ length: 101 }, () => lamp), '100'],
])('400: %s is rejected by name and nothing changes', async (_what, body, name) => {
  const id = await jobs.createDraft(2)
  const before = (await replace(id, [lamp])).body
  const response = await replace(id, body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain(name)
  expect((await facts(id)).screeningQuestions).toEqual(before)
})

test('404: the job does not exist; 400: it is Closed or Expired', async () => {
  expect((await replace(2_000_000_000, [])).status).toBe(404)
  expect((await replace('x', [])).status).toBe(404)
  const closed = await jobs.createDraft(3)
  await jobs.recruiter(3).delete(`/api/v1/jobs/${closed}`)
  const expired = await jobs.createActive(3, DAY_MS)
  jobs.deps.clock.advanceTo(2 * DAY_MS)
  for (const id of [closed, expired]) expect((await replace(id, [lamp])).body.code).toBe('invalid_state')
})
