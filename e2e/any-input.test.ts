import { randomBytes, randomUUID } from 'node:crypto'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { rotateOwnKey } from '@jobboard/contracts/keys/own'
import { undocumentedCode } from '@jobboard/testkit/documented-codes'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { randomRuns } from '@jobboard/testkit/random-runs'
import { retrying } from '@jobboard/testkit/retrying-client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Sends generated input to every endpoint: no response is a 5xx, and every 4xx has the frozen envelope (D-02).
const CALLS_PER_ENDPOINT = randomRuns(30)
const KEYS_PER_KIND = 20

let system: Network
const keys: Record<'recruiter' | 'candidate' | 'rotated', string[]> = {
  recruiter: [],
  candidate: [],
  // Each call may end one.
  rotated: [],
}
/** Ids of existing objects, by path parameter. */
const existingIds: Record<string, number | string> = {}

beforeAll(async () => {
  system = await network()
  // On a busy machine a call between services can time out: 503, and the same call succeeds later.
  const admin = retrying(system.admin)
  const employer = (await admin.post('/admin/v1/employers', { name: 'Fuzz', isTrustedPartner: true })).body
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await admin.post(`/admin/v1/employers/${employer.id}/credits`, { kind, amount: 10_000 })
  }
  const candidate = { firstName: 'Fay', lastName: 'Fuzz', email: 'fay@example.com', headline: 'Welder' }
  const { id } = (await admin.post('/admin/v1/candidates', candidate)).body
  const author = { email: 'author@example.com', name: 'Fay', role: 'Recruiter' }
  const user = (await admin.post(`/admin/v1/employers/${employer.id}/users`, author)).body
  for (let i = 0; i < KEYS_PER_KIND; i++) {
    const userId = i % 4 ? user.id : null
    const forRecruiter = { name: 'k', scopes: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'], userId }
    keys.recruiter.push(
      (await admin.post(`/admin/v1/employers/${employer.id}/api-keys`, forRecruiter)).body.apiKey,
    )
    const forCandidate = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
    keys.candidate.push((await admin.post(`/admin/v1/candidates/${id}/api-keys`, forCandidate)).body.apiKey)
  }
  for (let i = 0; i < CALLS_PER_ENDPOINT; i++) {
    const body = { name: 'k', scopes: ['Profile'] }
    keys.rotated.push((await admin.post(`/admin/v1/candidates/${id}/api-keys`, body)).body.apiKey)
  }
  const draft = {
    ...{ title: 'Welder', description: 'x', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
    ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
  }
  const api = retrying(system.api(keys.recruiter[0]!))
  const jobId = (await api.post('/api/v1/jobs', draft)).body.id
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await api.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const me = retrying(system.api(keys.candidate[0]!))
  const applied = await me.post('/api/v1/me/applications', { jobId, confirm: true })
  const application = `/api/v1/applications/${applied.body.application.id}`
  const writer = retrying(system.api(keys.recruiter[1]!))
  await eventually('the application', async () => (await writer.get(application)).status === 200)
  const note = await writer.post(`${application}/notes`, { text: 'x' })
  expect([note.status, (await writer.post(`${application}/tags`, { label: 'a/b' })).status]).toEqual([
    201, 200,
  ])
  const url = 'http://127.0.0.1:9/hooks'
  const [subscription, key, entries] = [
    (await admin.post(`/admin/v1/employers/${employer.id}/webhook-subscriptions`, { url })).body,
    (await admin.post(`/admin/v1/employers/${employer.id}/api-keys`, { name: 'k', scopes: ['JobPosting'] }))
      .body,
    (await admin.get(`/admin/v1/employers/${employer.id}/credits/entries`)).body,
  ]
  const ping = await admin.post(`/admin/v1/webhook-subscriptions/${subscription.id}/test`)
  Object.assign(existingIds, {
    ...{ id: jobId, jobId, applicationId: applied.body.application.id },
    ...{ employerId: employer.id, candidateId: id, keyId: key.id, entryId: entries.items[0].id },
    ...{ noteId: note.body.id, label: 'a%2Fb', stage: 'Phone%20%2F%20video' },
    ...{ subscriptionId: subscription.id, deliveryId: ping.body.deliveryId },
  })
})
afterAll(() => system?.stop())

const edgeCases = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    -1,
    0,
    1,
    1.5,
    2_147_483_647,
    2_147_483_648,
    1e308,
    '',
    ' ',
    '\u0000',
    'a\ud800',
    '\u202e',
    '💥',
  ],
  ...[
    'FullTime',
    'Active',
    'New',
    'NO',
    'a@b.example',
    '2030-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '(',
    '"a',
    '*',
  ],
  ...[
    '-1-01-01T00:00:00Z',
    '2030-02-30T00:00:00Z',
    'a'.repeat(3_000),
    '{}',
    [],
    [[]],
    [null],
    {},
    { a: { b: {} } },
  ],
)
const value = fc.oneof(
  { weight: 3, arbitrary: edgeCases },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

// Valid values by field, so that not every call is refused for its first field.
const validValues: Record<string, unknown> = {
  ...{ name: 'Fay', firstName: 'Fay', lastName: 'Fuzz', email: 'fay@example.com', role: 'Recruiter' },
  ...{ kind: 'JobPosting', amount: 1, scopes: ['Applications'], url: 'http://127.0.0.1:9/hooks' },
  ...{ text: 'x', label: 'x', recommendation: 'Yes' },
  ...{ applicationType: 'Web', candidateId: 1, confirm: true, title: 'Welder', query: 'welder' },
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const fields = Object.keys((endpoint.body as unknown as { shape?: object })?.shape ?? {})
  const fieldOf = (name: string) =>
    name in validValues ? fc.oneof({ weight: 3, arbitrary: fc.constant(validValues[name]) }, value) : value
  const record = fc.record(Object.fromEntries(fields.map((name) => [name, fieldOf(name)])), {
    requiredKeys: fields.filter((name) => name in validValues),
  })
  return fc.oneof({ weight: 6, arbitrary: record }, { weight: 1, arbitrary: value })
}

const EXISTING = 'existing'
/** Longer than an entry of an index, and random, so that it cannot be compressed. */
const LONG = randomBytes(3_700).toString('base64url')
const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constant(EXISTING) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '2147483648',
      'x',
      '%00',
      '%ED%A0%80',
      '1e3',
      '١',
      'a b',
      '%',
      LONG,
    ),
  },
)
const query = fc.constantFrom(
  '',
  '?page=0',
  '?page=%00',
  '?pageSize=101',
  '?status=No',
  '?page=1&page=2',
  '?%=',
  '?status=New',
  ...[
    '?sort=updatedAt&cursor=x',
    '?cursor=%00',
    '?cursor=MS4x',
    '?updatedSince=0000-01-01T00:00:00Z',
    '?limit=0',
  ],
)

test.each(endpoints.map((endpoint) => [endpoint.plane, endpoint.name, endpoint] as const))(
  '%s %s: no input causes a 5xx or a code that the document does not list',
  async (plane, _name, endpoint) => {
    const kind = endpoint === rotateOwnKey ? 'rotated' : (endpoint.keys?.[0] ?? 'recruiter')
    let calls = 0
    await fc.assert(
      fc.asyncProperty(fc.tuple(segment, segment), query, bodyOf(endpoint), async (ids, search, body) => {
        const isOfApplication = /applications\/\{id/.test(endpoint.path)
        const idOf = (name: string) => existingIds[isOfApplication && name === 'id' ? 'applicationId' : name]
        const remaining = [...ids]
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => {
          const id = remaining.shift()!
          return id === EXISTING ? `${idOf(name)}` : id
        })
        const api = plane === 'admin' ? system.admin : system.api(keys[kind][calls++ % keys[kind].length]!)
        const headers = { 'idempotency-key': randomUUID() }
        const sent = endpoint.method === 'GET' ? {} : { headers, body: JSON.stringify(body) ?? '' }
        const response = await api.send(endpoint.method, path + search, sent)
        expect(
          response.status,
          `${endpoint.method} ${path}${search} ${JSON.stringify(body)}: ${response.text}`,
        ).toBeLessThan(500)
        if (response.status < 400 || response.status === 401) return
        const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
        if (!isProblem) expect(Object.keys(response.body)).toEqual(['code', 'message'])
        expect(response.headers.get('x-request-id')).toBeTruthy()
        expect(undocumentedCode(endpoint, response), `${endpoint.method} ${path}${search}`).toBeUndefined()
      }),
      { numRuns: CALLS_PER_ENDPOINT },
    )
  },
)
