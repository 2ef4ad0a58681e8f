import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

const put = (id: unknown, body: unknown) => jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, body)
const facts = async (id: number) => (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body

const lamp = { text: 'Can you trim a lamp?', type: 'YesNo', required: true }
const boat = {
  text: 'Which boat? 🚣',
  type: 'SingleChoice',
  required: false,
  options: ['Rowing', 'Sail "boat", {big}'],
}
const years = { text: 'Years at sea', type: 'Number', required: false }

test('200: replaces the list in order, for any employer; facts and event contain it', async () => {
  const id = await jobs.createDraft(1)
  const response = await put(id, [lamp, boat])
  expect(response.status).toBe(200)
  expect(response.body).toEqual([
    { ...lamp, id: expect.any(Number), options: [] },
    { ...boat, id: expect.any(Number) },
  ])
  expect((await facts(id)).screeningQuestions).toEqual(response.body)
  expect((await facts(id)).version).toBe(2)
  const [event] = await jobs.deps.db.sql<{ payload: unknown }>`
    select payload from outbox where aggregate_id = ${String(id)} and subject = 'evt.jobs.job.changed.v1'`
  const { employerName: _, ...eventFacts } = await facts(id)
  expect(event!.payload).toEqual(eventFacts)
  const [audit] = await jobs.deps.db.sql<{ payload: unknown }>`
    select payload from outbox where subject = 'evt.jobs.audit.recorded.v1'`
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
  const first = (await put(id, [lamp, boat, years])).body
  const second = (await put(id, [years, { ...lamp, required: false }, { ...boat, options: ['Rowing'] }])).body
  expect(second[0].id).toBe(first[2].id)
  expect(second[1]).toEqual({ ...first[0], required: false })
  expect(first.map((question: { id: number }) => question.id)).not.toContain(second[2].id)
  expect((await facts(id)).screeningQuestions).toEqual(second)
  const twice = (await put(id, [lamp, lamp])).body
  expect(new Set(twice.map((question: { id: number }) => question.id)).size).toBe(2)
  expect((await put(id, [])).body).toEqual([])
  expect((await facts(id)).screeningQuestions).toEqual([])
})

test.each([
  ['an object instead of a list', { questions: [] }, 'The body'],
  ['a choice without options', [{ ...lamp, type: 'SingleChoice' }], '0.options'],
  ['a choice with no option', [{ ...boat, options: [] }], '0.options'],
  ['one option twice', [{ ...boat, options: ['a', ' a'] }], '0.options'],
  ['options without a choice', [{ ...lamp, options: ['yes'] }], '0.options'],
  ['101 questions', Array.from({ length: 101 }, () => lamp), '100'],
])('400: %s is rejected by name and nothing changes', async (_what, body, name) => {
  const id = await jobs.createDraft(2)
  const before = (await put(id, [lamp])).body
  const response = await put(id, body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain(name)
  expect((await facts(id)).screeningQuestions).toEqual(before)
})

test('404: the job does not exist; 400: it is Closed or Expired', async () => {
  expect((await put(2_000_000_000, [])).status).toBe(404)
  expect((await put('x', [])).status).toBe(404)
  const closed = await jobs.createDraft(3)
  await jobs.recruiter(3).delete(`/api/v1/jobs/${closed}`)
  const expired = await jobs.createActive(3, DAY_MS)
  jobs.deps.clock.advanceTo(2 * DAY_MS)
  for (const id of [closed, expired]) expect((await put(id, [lamp])).body.code).toBe('invalid_state')
})

test('parallel replacements: one complete list remains', async () => {
  const id = await jobs.createDraft(4)
  const lists = Array.from({ length: 8 }, (_, n) => [lamp, { ...years, text: `Years ${n}` }, boat])
  const responses = await Promise.all(lists.map((list) => put(id, list)))
  const left = (await facts(id)).screeningQuestions
  expect(responses.map(({ body }) => body)).toContainEqual(left)
  expect((await facts(id)).version).toBe(9)
})
