import { codePoint } from '@jobboard/testkit/code-point'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Tags and stages are texts in a path: what the body of one request stores, the path of another one must reach.
const RUNS = 60
const KEYS = 12

let system: Network
let application: string
const keys: string[] = []
let calls = 0
/** One of many keys, so that none reaches its limit of 100 requests a minute. */
const api = () => system.api(keys[calls++ % KEYS]!)

beforeAll(async () => {
  system = await network()
  const { admin } = system
  const employer = (await admin.post('/admin/v1/employers', { name: 'Labels', isTrustedPartner: true })).body
  await admin.post(`/admin/v1/employers/${employer.id}/credits`, { kind: 'JobPosting', amount: 1 })
  const user = { email: 'author@example.com', name: 'Fay', role: 'Recruiter' }
  const userId = (await admin.post(`/admin/v1/employers/${employer.id}/users`, user)).body.id
  for (let i = 0; i < KEYS; i++) {
    const key = { name: 'k', scopes: ['JobPosting', 'Applications'], userId }
    keys.push((await admin.post(`/admin/v1/employers/${employer.id}/api-keys`, key)).body.apiKey)
  }
  const draft = {
    ...{ title: 'Welder', description: 'x', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
    ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
  }
  const jobId = (await api().post('/api/v1/jobs', draft)).body.id
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await api().post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const person = { firstName: 'Fay', lastName: 'Fuzz', email: 'fay@example.com' }
  const { id } = (await admin.post('/admin/v1/candidates', person)).body
  const scopes = ['Profile', 'Applications', 'Apply']
  const candidateKey = (await admin.post(`/admin/v1/candidates/${id}/api-keys`, { name: 'k', scopes })).body
  const applied = await system
    .api(candidateKey.apiKey)
    .post('/api/v1/me/applications', { jobId, confirm: true })
  application = `/api/v1/applications/${applied.body.application.id}`
  await eventually('the application', async () => (await api().get(application)).status === 200)
})
afterAll(() => system?.stop())

const piece = fc.constantFrom(
  ...[
    '/',
    '%2F',
    '%2f',
    '%252F',
    '..',
    '.',
    ';',
    '\\',
    '?',
    '#',
    '%',
    '%00',
    '\u0000',
    '\ud800',
    '🦊',
    '👩‍🚀',
    'ß',
    'İ',
  ],
  ...[
    'e\u0301',
    '\u202e',
    ' ',
    '+',
    '&',
    '=',
    ':',
    '@',
    'pk_live_',
    'A',
    '\n',
    '\u2028',
    '__proto__',
    '%ED%A0%80',
  ],
)
const text = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.string({ unit: codePoint, maxLength: 60 }),
)

test('a tag is 400 with its field when it is assigned, or its path removes it', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (label) => {
      const assigned = await api().post(`${application}/tags`, { label })
      if (assigned.status === 400) expect(assigned.body.message).toMatch(/^label: /)
      else {
        expect(assigned.status, assigned.text).toBe(200)
        const path = `${application}/tags/${encodeURIComponent(assigned.body.label)}`
        expect((await api().get(`${application}/tags`)).body).toEqual([assigned.body])
        expect((await api().delete(path)).status, path).toBe(204)
      }
      expect((await api().get(`${application}/tags`)).body).toEqual([])
    }),
    { numRuns: RUNS },
  )
}, 120_000)

test('a stage is 404, or its path stores and deletes one scorecard', async () => {
  const encodable = text.filter((stage) => stage.isWellFormed())
  await fc.assert(
    fc.asyncProperty(encodable, async (stage) => {
      const path = `${application}/scorecards/${encodeURIComponent(stage)}`
      const put = await api().put(path, { recommendation: 'Yes' })
      const cards = (await api().get(`${application}/scorecards`)).body
      expect([204, 400, 404], `${path} ${put.text}`).toContain(put.status)
      expect(cards).toHaveLength(put.status === 204 ? 1 : 0)
      expect((await api().delete(path)).status, path).toBe(put.status)
      if (put.status !== 204) expect(Object.keys(put.body)).toEqual(['code', 'message'])
    }),
    { numRuns: RUNS },
  )
}, 120_000)

test.each([
  ...[
    '%',
    '%2',
    '%zz',
    '%00',
    '%C0%AF',
    '%ED%A0%80',
    '%FF',
    '..',
    '%2e%2e',
    '..%2f..',
    '%2F',
    'a/b',
    '%252e%252e',
  ],
  ...['x'.repeat(65), '%F0%9F%A6%8A'.repeat(65), 'pk_live_x', '', '%20', '%0A'],
])('4xx: the raw segment %j neither stores nor deletes anything', async (segment) => {
  const kept = await api().put(`${application}/scorecards/kept`, { recommendation: 'No' })
  expect(kept.status).toBe(204)
  for (const [method, path, body] of [
    ['PUT', `${application}/scorecards/${segment}`, { recommendation: 'Yes' }],
    ['DELETE', `${application}/scorecards/${segment}`, undefined],
    ['DELETE', `${application}/tags/${segment}`, undefined],
  ] as const) {
    const { status, text } = await api().send(method, path, body ? { body } : {})
    const isStage = method === 'PUT' && status === 204
    expect(isStage || (status >= 400 && status < 500), `${method} ${path}: ${status} ${text}`).toBe(true)
    if (isStage) expect((await api().delete(path)).status).toBe(204)
  }
  expect((await api().get(`${application}/scorecards`)).body).toMatchObject([{ stage: 'kept' }])
})
