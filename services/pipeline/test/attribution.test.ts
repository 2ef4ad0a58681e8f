import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootPipelineWithJobs, type PipelineWithJobs } from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'

let services: PipelineWithJobs
let id: number
let noteId: number
beforeAll(async () => {
  services = await bootPipelineWithJobs()
  id = (await services.newApplication({})).data.applicationId
  const author = recruiterOf(services.pipeline)
  noteId = (await author.post(`/api/v1/applications/${id}/notes`, { text: 'kept' })).body.id
  await author.put(`/api/v1/applications/${id}/scorecards/onsite`, { recommendation: 'Yes' })
})
afterAll(() => services.stop())

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
