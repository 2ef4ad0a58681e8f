import type { Endpoint, KeyKind } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperator } from './support/operator.ts'

// Calls every endpoint of the contracts with each key that must not reach it. A new endpoint is covered by itself; one
// whose path names an object needs an object of another owner in `foreignPaths`.
let system: Network
const clients = {} as Record<KeyKind | 'none' | 'sandbox', Client>
/** Objects of another owner, by the path of the endpoint; a list for each parameter that may name one. */
const foreignPaths: Record<string, string> = {}

/** Reads of objects that belong to no candidate: any key of the kind may read them. */
const SHARED = ['list-screening-questions', 'get-open-job', 'get-candidate', 'preview-candidate']

let ownEmployerId: number

beforeAll(async () => {
  system = await network({ env: { SANDBOX: 'admins' } })
  // On a busy machine a call between services can time out: 503, and the same call succeeds later.
  const { make, newEmployer } = openOperator({ admin: retrying(system.admin) })
  const employers = await Promise.all(
    ['Own', 'Other'].map(async () => {
      const id = await newEmployer()
      for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
        await make('POST', `/employers/${id}/credits`, { kind, amount: 100 })
      }
      const user = { name: 'Rex', email: 'rex@example.test', role: 'Recruiter' }
      const userId = (await make('POST', `/employers/${id}/users`, user)).id
      const form = { name: 'k', scopes: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'], userId }
      const { apiKey } = await make('POST', `/employers/${id}/api-keys`, form)
      const sandboxId = (await make('POST', `/employers/${id}/sandbox`)).id
      const mirrored = (await make('GET', `/employers/${sandboxId}/users`))[0].id
      const ofSandbox = { name: 't', scopes: form.scopes, userId: mirrored }
      const test = await make('POST', `/employers/${sandboxId}/api-keys`, ofSandbox)
      return { id, client: retrying(system.api(apiKey)), sandbox: retrying(system.api(test.apiKey)) }
    }),
  )
  const candidates = await Promise.all(
    ['Own', 'Other'].map(async (lastName) => {
      const form = { firstName: 'Ada', lastName, email: 'ada@example.test' }
      const { id } = await make('POST', '/candidates', form)
      const key = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
      const { apiKey } = await make('POST', `/candidates/${id}/api-keys`, key)
      return retrying(system.api(apiKey))
    }),
  )
  ownEmployerId = employers[0]!.id
  Object.assign(clients, { recruiter: employers[0]!.client, candidate: candidates[0], none: system.api('') })
  clients.sandbox = employers[0]!.sandbox

  const otherEmployer = employers[1]!.client
  const [, otherCandidate] = candidates
  const draft = {
    ...{
      title: 'Welder',
      reference: 'W-1',
      description: 'x',
      city: 'Oslo',
      country: 'NO',
      employmentType: 'FullTime',
    },
    ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
  }
  const jobId = (await otherEmployer.post('/api/v1/jobs', draft)).body.id
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await otherEmployer.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const applied = await otherCandidate!.post('/api/v1/me/applications', { jobId, confirm: true })
  const applicationId = applied.body.application.id
  const application = `/api/v1/applications/${applicationId}`
  const note = await eventually('a note of the other employer', async () => {
    const response = await otherEmployer.post(`${application}/notes`, { text: 'x' })
    return response.status === 201 && response.body.id
  })
  const hooks = '/api/v1/webhook-subscriptions'
  const subscription = (await otherEmployer.post(hooks, { url: 'http://127.0.0.1:9/hooks' })).body.id
  const { deliveryId } = (await otherEmployer.post(`${hooks}/${subscription}/test`)).body
  expect((await otherEmployer.post(`${application}/tags`, { label: 'x' })).status).toBe(200)
  expect((await otherEmployer.post('/api/v1/candidates/search', { query: 'welder' })).status).toBe(200)
  const search = (await otherEmployer.get('/api/v1/candidates/searches')).body.items[0].id
  Object.assign(foreignPaths, {
    '/api/v1/candidates/searches/{id}': `/api/v1/candidates/searches/${search}`,
    '/api/v1/jobs/{id}': `/api/v1/jobs/${jobId}`,
    '/api/v1/jobs/{jobId}': `/api/v1/jobs/${jobId}`,
    '/api/v1/applications/{id}': application,
    '/api/v1/notes/{noteId}': `/api/v1/notes/${note}`,
    '/api/v1/webhook-subscriptions/{subscriptionId}': `${hooks}/${subscription}`,
    '/api/v1/webhook-deliveries/{deliveryId}': `/api/v1/webhook-deliveries/${deliveryId}`,
    '/api/v1/me/applications/{id}': `/api/v1/me/applications/${applicationId}`,
    ...(await foreignToSandbox(employers[1]!.sandbox, draft)),
  })
})
/** Objects of another sandbox. */
async function foreignToSandbox(api: Client, draft: object): Promise<Record<string, string>> {
  const jobId = (await api.post('/api/v1/jobs', draft)).body.id
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await api.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const candidateId = await eventually('a candidate of the other sandbox', async () => {
    const { body } = await api.post('/api/v1/candidates/search', { query: 'weld* OR java' })
    return body.items?.[0]?.candidateId as number | undefined
  })
  expect((await api.get(`/api/v1/candidates/${candidateId}`)).status).toBe(200)
  const hooks = '/api/v1/webhook-subscriptions'
  const subscription = (await api.post(hooks, { url: 'http://127.0.0.1:9/hooks' })).body.id
  const { deliveryId } = (await api.post(`${hooks}/${subscription}/test`)).body
  const sandbox = '/api/v1/sandbox'
  return {
    [`${sandbox}/jobs/{id}`]: `${sandbox}/jobs/${jobId}`,
    [`${sandbox}/unlocks/{candidateId}`]: `${sandbox}/unlocks/${candidateId}`,
    [`${sandbox}/candidates/{candidateId}`]: `${sandbox}/candidates/${candidateId}`,
    [`${sandbox}/subscriptions/{subscriptionId}`]: `${sandbox}/subscriptions/${subscription}`,
    [`${sandbox}/deliveries/{deliveryId}`]: `${sandbox}/deliveries/${deliveryId}`,
  }
}
afterAll(() => system?.stop())

const MISSING_ID = '2147483647'
const MISSING_UUID = '00000000-0000-4000-8000-000000000000'
const publicEndpoints = endpoints.filter(({ plane }) => plane === 'public')
const filled = ({ path }: Endpoint, id = '1') =>
  path.replace(/\{(label|stage)\}/g, 'x').replace(/\{\w+\}/g, id)

const missingPath = (endpoint: Endpoint): string =>
  filled(endpoint, endpoint.path.includes('{deliveryId}') ? MISSING_UUID : MISSING_ID)

/** The same endpoint of an object of the other owner. */
function foreignPath({ path }: Endpoint): string | undefined {
  const prefix = Object.keys(foreignPaths).find((one) => path === one || path.startsWith(`${one}/`))
  if (prefix === undefined) return undefined
  return foreignPaths[prefix]! + path.slice(prefix.length).replace(/\{\w+\}/g, 'x')
}

const send = (client: Client, { method }: Endpoint, path: string, body: unknown = VALID_BODY) =>
  client.send(method, path, method === 'GET' ? {} : { body })

// Valid for each endpoint that has a body and names an object.
const VALID_BODY = {
  ...{ status: 'Screened', label: 'x', text: 'x', recommendation: 'Yes', title: 'x', criteria: [] },
  expiryDate: new Date(Date.now() + 86_400_000).toISOString(),
  since: new Date().toISOString(),
}

test.each(publicEndpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '401, empty: %s %s without a key, with an unknown one, and with a key of the other kind (D-12)',
  async (_method, _path, endpoint) => {
    const kinds = (['recruiter', 'candidate'] as const).filter((kind) => !endpoint.keys?.includes(kind))
    for (const client of [
      clients.none,
      system.api('pk_live_unknown'),
      ...kinds.map((kind) => clients[kind]),
    ]) {
      const response = await send(client, endpoint, filled(endpoint))
      expect([response.status, response.text]).toEqual([401, ''])
    }
  },
)

const SANDBOX_BODY = { status: 500, name: 'k', scopes: ['Apply'] }
const owned = publicEndpoints.filter(({ path, name }) => path.includes('{') && !SHARED.includes(name))
test.each(owned.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  "404: %s %s of another owner's object is indistinguishable from a missing one (D-19)",
  async (_method, path, endpoint) => {
    const foreign = foreignPath(endpoint)
    expect(foreign, `add an object of another owner for ${path} to foreignPaths`).toBeDefined()
    const kind = endpoint.keys![0]!
    const callers = endpoint.isOfSandbox ? [] : [clients[kind]]
    if (kind === 'recruiter') callers.push(clients.sandbox)
    const body = endpoint.isOfSandbox ? SANDBOX_BODY : VALID_BODY
    for (const client of callers) {
      const responses = [
        await send(client, endpoint, foreign!, body),
        await send(client, endpoint, missingPath(endpoint), body),
      ]
      expect(responses.map(({ status }) => status)).toEqual([404, 404])
      expect(responses[0]!.text).toBe(responses[1]!.text)
    }
  },
)

const sandboxEndpoints = publicEndpoints.filter(({ isOfSandbox }) => isOfSandbox)
test.each(sandboxEndpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '404: %s %s with a live key, whatever it names',
  async (_method, _path, endpoint) => {
    for (const path of [foreignPath(endpoint) ?? endpoint.path, filled(endpoint)]) {
      const { status, text } = await send(clients.recruiter, endpoint, path, SANDBOX_BODY)
      expect([status, text]).toEqual([404, expect.stringContaining('pk_test_')])
    }
  },
)

test("200: no list has another owner's object, whatever filter names it (D-19)", async () => {
  const foreignJob = foreignPaths['/api/v1/jobs/{id}']!.split('/').at(-1)
  for (const path of [
    `/api/v1/applications?jobId=${foreignJob}&include=tags,scorecards,assessment`,
    '/api/v1/jobs?reference=W-1',
  ]) {
    const { status, body } = await clients.recruiter.get(path)
    expect([status, body.total, body.items]).toEqual([200, 0, []])
  }
})

const adminEndpoints = endpoints.filter(({ plane }) => plane === 'admin')
test.each(adminEndpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  '401, empty: %s %s on the operators’ port with an API key; 404 on the public port',
  async (_method, _path, endpoint) => {
    for (const kind of ['recruiter', 'candidate'] as const) {
      const onPublic = await send(clients[kind], endpoint, filled(endpoint))
      expect([onPublic.status, onPublic.body.code]).toEqual([404, 'not_found'])
    }
    const response = await system.admin.send(endpoint.method, filled(endpoint), {
      ...(endpoint.method === 'GET' ? {} : { body: {} }),
      headers: { authorization: 'Bearer pk_live_unknown' },
    })
    expect([response.status, response.text]).toEqual([401, ''])
  },
)

test('a candidate who is not searchable is in no search and no total, and 404 for a read and a preview', async () => {
  const { make } = openOperator({ admin: retrying(system.admin) })
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', headline: 'Wheelwright' }
  const hidden = (await make('POST', '/candidates', { ...form, isSearchable: false })).id
  const shown = (await make('POST', '/candidates', form)).id
  // Of the service: a key may make 30 searches a minute.
  const found = system.services.search.as({
    ...{ kind: 'recruiter', employerId: ownEmployerId, userId: null, keyId: 1, scopes: ['CvSearch'] },
  })
  await expect.poll(async () => (await found.get(`/api/v1/candidates/${shown}/preview`)).status).toBe(200)
  const response = await clients.recruiter.post('/api/v1/candidates/search', { query: 'wheelwright' })
  expect(response).toMatchObject({ status: 200, body: { total: 1, items: [{ candidateId: shown }] } })
  const missing = (await clients.recruiter.get(`/api/v1/candidates/${MISSING_ID}`)).text
  for (const path of [`/api/v1/candidates/${hidden}`, `/api/v1/candidates/${hidden}/preview`]) {
    const refused = await clients.recruiter.get(path)
    expect([refused.status, refused.text]).toEqual([404, missing])
  }
})
