import { expect, test } from 'vitest'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()
const id = (await services.newApplication({})).data.applicationId
const author = recruiterOf(services.pipeline)
const noteId = (await author.post(`/api/v1/applications/${id}/notes`, { text: 'kept' })).body.id
await author.put(`/api/v1/applications/${id}/scorecards/onsite`, { recommendation: 'Yes' })

const writes = (application: unknown, note: unknown) =>
  [
    ['POST', `/api/v1/applications/${application}/notes`, { text: 'x' }],
    ['PUT', `/api/v1/notes/${note}`, { text: 'x' }],
    ['DELETE', `/api/v1/notes/${note}`, undefined],
    ['PUT', `/api/v1/applications/${application}/scorecards/onsite`, { recommendation: 'No' }],
    ['DELETE', `/api/v1/applications/${application}/scorecards/onsite`, undefined],
  ] as const

test('403 unattributable: a key without a user cannot write notes and scorecards, checked before body and object (D-30)', async () => {
  const withoutUser = recruiterOf(services.pipeline, { userId: null })
  const messages = new Set<string>()
  for (const [application, note] of [
    [id, noteId],
    [2_147_483_647, 2_147_483_647],
    ['abc', 0],
  ]) {
    for (const [method, path, body] of writes(application, note)) {
      for (const sent of [body, {}, 'no JSON', '']) {
        const headers = { 'idempotency-key': 'x'.repeat(300) }
        const response = await withoutUser.send(method, path, { body: sent, headers })
        expect([method, path, response.status, response.body.code]).toEqual([
          method,
          path,
          403,
          'unattributable',
        ])
        messages.add(response.text)
      }
    }
  }
  expect(messages.size).toBe(1)
  const reader = recruiterOf(services.pipeline)
  expect((await reader.get(`/api/v1/applications/${id}/notes`)).body).toMatchObject([{ text: 'kept' }])
  expect((await reader.get(`/api/v1/applications/${id}/scorecards`)).body).toMatchObject([
    { recommendation: 'Yes' },
  ])
})

test('200: a key without a user reads notes and scorecards, tags candidates and moves applications', async () => {
  const withoutUser = recruiterOf(services.pipeline, { userId: null })
  const path = `/api/v1/applications/${id}`
  const responses = [
    await withoutUser.get(`${path}/notes`),
    await withoutUser.get(`${path}/scorecards`),
    await withoutUser.post(`${path}/tags`, { label: 'x' }),
    await withoutUser.post(`${path}/status`, { status: 'Screened' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

test('403: a response stored for the same Idempotency-Key is not replayed to a key without a user', async () => {
  const headers = { 'idempotency-key': 'shared' }
  const post = (userId: number | null) =>
    recruiterOf(services.pipeline, { userId }).post(
      `/api/v1/applications/${id}/notes`,
      { text: 'once' },
      headers,
    )
  expect((await post(10)).status).toBe(201)
  expect((await post(null)).status).toBe(403)
})

test('422 idempotency_key_reused: two users send the same note with one Idempotency-Key (D-60)', async () => {
  const { applicationId } = (await services.newApplication({})).data
  const path = `/api/v1/applications/${applicationId}/notes`
  const create = (userId: number) =>
    recruiterOf(services.pipeline, { userId }).post(path, { text: 'same' }, { 'idempotency-key': 'note-1' })
  const first = await create(10)
  const second = await create(11)
  expect([second.status, second.body.code]).toEqual([422, 'idempotency_key_reused'])
  const repeated = await create(10)
  expect([repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  expect((await recruiterOf(services.pipeline).get(path)).body).toMatchObject([{ authorUserId: 10 }])
})

test("422 idempotency_key_reused: the deletion of a user's scorecard is not replayed to another user", async () => {
  const { applicationId } = (await services.newApplication({})).data
  const path = `/api/v1/applications/${applicationId}/scorecards/onsite`
  const [author, colleague] = [10, 11].map((userId) => recruiterOf(services.pipeline, { userId }))
  for (const client of [author!, colleague!]) await client.put(path, { recommendation: 'Yes' })
  const headers = { 'idempotency-key': 'delete' }
  expect((await author!.send('DELETE', path, { headers })).status).toBe(204)
  expect((await colleague!.send('DELETE', path, { headers })).status).toBe(422)
  expect((await author!.send('DELETE', path, { headers })).status).toBe(204)
})

test('201: a response that an earlier release stored without its author is replayed', async () => {
  const { applicationId } = (await services.newApplication({})).data
  const create = () =>
    recruiterOf(services.pipeline).post(
      `/api/v1/applications/${applicationId}/notes`,
      { text: 'earlier' },
      { 'idempotency-key': `earlier-${applicationId}` },
    )
  const first = await create()
  await services.pipeline.deps.db.sql`
    update idempotency set author_user_id = null where key = ${`earlier-${applicationId}`}`
  const repeated = await create()
  expect([repeated.text, repeated.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
})
