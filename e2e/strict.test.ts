import { endpoints } from '@jobboard/contracts/endpoints'
import { client } from '@jobboard/testkit/client'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleRequest } from './support/example-requests.ts'

const STRICT = { prefer: 'handling=strict' }
const DRAFT = {
  ...{ title: 'Welder', description: 'x', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
  ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}

let system: Network
let employerId: number
const keys = { recruiter: '', candidate: '', sandbox: '' }

beforeAll(async () => {
  system = await network({ env: { SANDBOX: 'admins' } })
  const { admin } = system
  const employer = (await admin.post('/admin/v1/employers', { name: 'Typo', isTrustedPartner: true })).body
  employerId = employer.id
  const path = `/admin/v1/employers/${employerId}`
  for (const kind of ['JobPosting', 'CvSearch']) await admin.post(`${path}/credits`, { kind, amount: 1 })
  const user = { email: 'author@example.com', name: 'Ty', role: 'Recruiter' }
  const userId = (await admin.post(`${path}/users`, user)).body.id
  const recruiter = { name: 'k', scopes: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'], userId }
  keys.recruiter = (await admin.post(`${path}/api-keys`, recruiter)).body.apiKey
  const sandbox = (await admin.post(`${path}/sandbox`)).body
  const ofSandbox = { name: 't', scopes: recruiter.scopes }
  keys.sandbox = (await admin.post(`/admin/v1/employers/${sandbox.id}/api-keys`, ofSandbox)).body.apiKey
  const person = { firstName: 'Ty', lastName: 'Po', email: 'ty@example.com' }
  const { id } = (await admin.post('/admin/v1/candidates', person)).body
  const candidate = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
  keys.candidate = (await admin.post(`/admin/v1/candidates/${id}/api-keys`, candidate)).body.apiKey
})
afterAll(() => system?.stop())

const recruiter = () => system.api(keys.recruiter)
const credits = async () => (await recruiter().get('/api/v1/employer/credits')).body

const withBody = endpoints.filter(({ plane, body }) => plane === 'public' && body)
test.each(withBody.map(({ name, method, path }) => [`${method} ${path}`, name]))(
  '%s names an unknown field: ignored, and refused with Prefer: handling=strict (P-397)',
  async (_title, name) => {
    const { endpoint, path, body } = exampleRequest(name, {})
    const kind = endpoint.isOfSandbox ? 'sandbox' : endpoint.keys![0]!
    const api = system.api(keys[kind])
    const isList = Array.isArray(body)
    const more = { ...(isList ? body[0] : (body as object)), unknownField: 'secret value' }
    const sent = isList ? [more] : more
    const field = isList ? '0.unknownField' : 'unknownField'
    const strict = await api.send(endpoint.method, path, { body: sent, headers: STRICT })
    expect([strict.status, strict.body.code, strict.headers.get('preference-applied')]).toEqual([
      400,
      'invalid_request',
      'handling=strict',
    ])
    expect(strict.body.message).toContain(`unknown field ${field}: `)
    expect(strict.text).not.toContain('secret')
    const lenient = await api.send(endpoint.method, path, { body: sent })
    expect([lenient.headers.get('x-ignored-fields'), lenient.headers.get('preference-applied')]).toEqual([
      field,
      null,
    ])
  },
)

test('a misspelt field costs nothing and stores nothing with Prefer: handling=strict', async () => {
  const { admin } = system
  const path = `/admin/v1/employers/${employerId}/credits`
  for (const kind of ['JobPosting', 'CvSearch']) await admin.post(path, { kind, amount: 5 })
  const jobId = (await recruiter().post('/api/v1/jobs', DRAFT)).body.id
  const before = await credits()
  const expiryDate = new Date(Date.now() + 86_400_000)
  const jobs = async () => (await recruiter().get('/api/v1/jobs')).body
  const listed = await jobs()
  for (const [at, body, field] of [
    [
      '/api/v1/jobs',
      { ...DRAFT, employementType: 'PartTime' },
      'employementType: did you mean employmentType?',
    ],
    [
      `/api/v1/jobs/${jobId}/publish`,
      { expiryDate, expireDate: expiryDate },
      'expireDate: did you mean expiryDate?',
    ],
    [
      '/api/v1/candidates/search',
      { query: 'welder', activeWithinDay: 1 },
      'activeWithinDay: did you mean activeWithinDays?',
    ],
  ] as const) {
    const response = await recruiter().post(at, body, STRICT)
    expect([response.status, response.body.message]).toEqual([400, `unknown field ${field}`])
  }
  expect([await credits(), await jobs()]).toEqual([before, listed])
  const published = await recruiter().post(`/api/v1/jobs/${jobId}/publish`, { expiryDate }, STRICT)
  expect([published.status, published.headers.get('preference-applied')]).toEqual([200, 'handling=strict'])
})

test("a scorecard's stage of 65 characters in a path is 400, also for an application that does not exist (D-29)", async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const path = `/api/v1/applications/2147483647/scorecards/${'x'.repeat(65)}`
    const response = await recruiter().send(
      method,
      path,
      method === 'PUT' ? { body: { recommendation: 'Yes' } } : {},
    )
    expect([response.status, response.body], method).toEqual([
      400,
      { code: 'invalid_request', message: 'stage: must have at most 64 characters.' },
    ])
  }
})

test('400, not 412: an If-Match that has lost its quotes says nothing about a change (D-61)', async () => {
  const { id } = (await recruiter().post('/api/v1/jobs', DRAFT)).body
  const etag = (await recruiter().get(`/api/v1/jobs/${id}`)).headers.get('etag')!
  const put = (ifMatch: string, jobId: number = id) =>
    recruiter().put(`/api/v1/jobs/${jobId}`, { title: 'Fitter' }, { 'if-match': ifMatch })
  const malformed = await put(etag.slice(1, -1))
  expect([malformed.status, malformed.body.code]).toEqual([400, 'invalid_request'])
  expect(malformed.body.message).toMatch(/^If-Match: must be \* or ETags in their double quotes/)
  expect((await put('x', 2_147_483_647)).status).toBe(400)
  expect([(await put('"other"')).status, (await put(`W/${etag}`)).status]).toEqual([412, 412])
  expect((await put(`"other", ${etag}`)).status).toBe(200)
  expect((await put('*')).status).toBe(200)
})

test('each refusal leads to a row of the guide (P-398)', async () => {
  const response = await recruiter().post('/api/v1/jobs', { title: '' })
  const [, path, id] = /^<(.*)#(.*)>; rel="help"$/.exec(response.headers.get('link')!)!
  const guide = await client(system.gateway.url).get(path!)
  expect([guide.status, guide.text.includes(`<tr id="${id}">`)]).toEqual([200, true])
})
