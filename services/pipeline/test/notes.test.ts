import { expect, test } from 'vitest'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const { author, colleague, otherEmployer } = services

const newApplication = async () => (await services.newApplication({})).data
const notesOf = async (id: number, client = author) =>
  (await client.get(`/api/v1/applications/${id}/notes`)).body
const create = (id: number, body: unknown, client = author) =>
  client.post(`/api/v1/applications/${id}/notes`, body)

test('201: a note has its author and level; it is listed newest first for every user of the employer (D-28)', async () => {
  const { applicationId: id } = await newApplication()
  const first = await create(id, { text: 'Good\nlamps 😀' })
  expect([first.status, first.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      applicationId: id,
      text: 'Good\nlamps 😀',
      level: 'application',
      authorUserId: 10,
      createdAt: expect.any(String),
      updatedAt: first.body.createdAt,
    },
  ])
  const second = await create(id, { text: 'x'.repeat(10_000), level: 'candidate' }, colleague)
  expect(second.body).toMatchObject({ applicationId: null, level: 'candidate', authorUserId: 11 })
  expect(await notesOf(id)).toEqual([second.body, first.body])
  expect(await notesOf(id, colleague)).toEqual([second.body, first.body])
})

test("200: a note about the candidate shows on the candidate's other applications to the employer only", async () => {
  const { applicationId: id, candidate } = await newApplication()
  const sibling = (await services.newApplication({ candidate })).data.applicationId
  const elsewhere = (await services.newApplication({ candidate, employerId: 2 })).data.applicationId
  await create(id, { text: 'about this application' })
  await create(id, { text: 'about the candidate', level: 'candidate' })
  const texts = async (of: number, client = author) =>
    (await notesOf(of, client)).map(({ text }: { text: string }) => text)
  expect(await texts(id)).toEqual(['about the candidate', 'about this application'])
  expect(await texts(sibling)).toEqual(['about the candidate'])
  expect(await texts(elsewhere, otherEmployer)).toEqual([])
})

test('204: the author changes and deletes a note; 404 from then on, and the row stays (Spec §2)', async () => {
  const { applicationId: id } = await newApplication()
  const { body: note } = await create(id, { text: 'one' })
  expect((await author.put(`/api/v1/notes/${note.id}`, { text: 'two' })).status).toBe(204)
  const [changed] = await notesOf(id)
  expect(changed).toEqual({ ...note, text: 'two', updatedAt: changed.updatedAt })
  expect(changed.updatedAt >= note.updatedAt).toBe(true)
  expect((await author.delete(`/api/v1/notes/${note.id}`)).status).toBe(204)
  expect(await notesOf(id)).toEqual([])
  expect((await author.delete(`/api/v1/notes/${note.id}`)).status).toBe(404)
  expect((await author.put(`/api/v1/notes/${note.id}`, { text: 'x' })).status).toBe(404)
  expect((await colleague.delete(`/api/v1/notes/${note.id}`)).status).toBe(404)
  const rows = await services.pipeline.deps.db.sql`select text from note where id = ${note.id}`
  expect(rows).toEqual([{ text: 'two' }])
})

test('403 not_author: another user of the employer cannot change or delete a note', async () => {
  const { applicationId: id } = await newApplication()
  const { body: note } = await create(id, { text: 'mine' })
  for (const response of [
    await colleague.put(`/api/v1/notes/${note.id}`, { text: 'theirs' }),
    await colleague.delete(`/api/v1/notes/${note.id}`),
  ]) {
    expect([response.status, response.body.code]).toEqual([403, 'not_author'])
  }
  expect(await notesOf(id)).toEqual([note])
})

test("404: another employer's note and application, byte-identical to missing ones (D-19)", async () => {
  const { applicationId: id } = await newApplication()
  const { body: note } = await create(id, { text: 'mine' })
  const missing = (await otherEmployer.get('/api/v1/applications/2147483647/notes')).text
  for (const response of [
    await otherEmployer.get(`/api/v1/applications/${id}/notes`),
    await create(id, { text: 'x' }, otherEmployer),
    await otherEmployer.put(`/api/v1/notes/${note.id}`, { text: 'x' }),
    await otherEmployer.delete(`/api/v1/notes/${note.id}`),
    await author.put('/api/v1/notes/2147483647', { text: 'x' }),
    await author.delete('/api/v1/notes/abc'),
  ]) {
    expect([response.status, response.text]).toEqual([404, missing])
  }
  expect(await notesOf(id)).toEqual([note])
})

test('20 concurrent deletes of one note: one 204, the others 404', async () => {
  const { applicationId: id } = await newApplication()
  const { body: note } = await create(id, { text: 'x' })
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => author.delete(`/api/v1/notes/${note.id}`)),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(404)])
})

test('Idempotency-Key: ten concurrent creations with one key store one note (D-60)', async () => {
  const { applicationId: id } = await newApplication()
  const post = () =>
    author.post(`/api/v1/applications/${id}/notes`, { text: 'once' }, { 'idempotency-key': `note-${id}` })
  const responses = await Promise.all(Array.from({ length: 10 }, post))
  for (const { status } of responses) expect([201, 409]).toContain(status)
  const replayed = await post()
  expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect(await notesOf(id)).toEqual([replayed.body])
})

const badTexts = [
  null,
  5,
  true,
  {},
  ['x'],
  '',
  'a\u0000b',
  'a\ud800',
  '\udc00\ud800',
  'a\u009fb',
  'x'.repeat(10_001),
  '😀'.repeat(10_001),
]
test.each([
  ...[undefined, ...badTexts].map((text) => ['text', { text }] as const),
  ...[5, 'Application', 'job', {}, ''].map((level) => ['level', { text: 'x', level }] as const),
])('400: an invalid %s is rejected by name and nothing changes', async (field, body) => {
  const { applicationId: id } = await newApplication()
  const { body: note } = await create(id, { text: 'kept' })
  const responses = [await create(id, body)]
  if (field === 'text') responses.push(await author.put(`/api/v1/notes/${note.id}`, body))
  for (const response of responses) {
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toMatch(new RegExp(`^${field}: .*must`))
  }
  expect(await notesOf(id)).toEqual([note])
})
