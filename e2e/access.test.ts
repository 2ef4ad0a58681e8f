import type { Endpoint, KeyKind } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints/all'
import { type Network, network } from '@jobboard/network/network'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Calls every endpoint of the contracts with each key that must not reach it. A new endpoint is covered by itself; one
// whose path names an object needs an object of another owner in `foreignPaths`.
let system: Network
const clients = {} as Record<KeyKind | 'none', Client>
/** Objects of another owner, by the path of the endpoint; a list for each parameter that may name one. */
const foreignPaths: Record<string, string> = {}

/** Reads of objects that belong to no candidate: any key of the kind may read them. */
const SHARED = ['list-screening-questions', 'get-open-job', 'get-candidate', 'preview-candidate']

beforeAll(async () => {
  system = await network()
  const { admin } = system
  const employers = await Promise.all(
    ['Own', 'Other'].map(async (name) => {
      const { id } = (await admin.post('/admin/v1/employers', { name, isTrustedPartner: true })).body
      for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
        await admin.post(`/admin/v1/employers/${id}/credits`, { kind, amount: 100 })
      }
      const user = { name: 'Rex', email: 'rex@example.test', role: 'Recruiter' }
      const userId = (await admin.post(`/admin/v1/employers/${id}/users`, user)).body.id
      const form = { name: 'k', scopes: ['JobPosting', 'Applications', 'CvSearch'], userId }
      const { apiKey } = (await admin.post(`/admin/v1/employers/${id}/api-keys`, form)).body
      return system.api(apiKey)
    }),
  )
  const candidates = await Promise.all(
    ['Own', 'Other'].map(async (lastName) => {
      const form = { firstName: 'Ada', lastName, email: 'ada@example.test' }
      const { id } = (await admin.post('/admin/v1/candidates', form)).body
      const key = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
      const { apiKey } = (await admin.post(`/admin/v1/candidates/${id}/api-keys`, key)).body
      return system.api(apiKey)
    }),
  )
  Object.assign(clients, { recruiter: employers[0], candidate: candidates[0], none: system.api('') })

  const [, otherEmployer] = employers
  const [, otherCandidate] = candidates
  const draft = {
    ...{ title: 'Welder', description: 'x', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
    ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
  }
  const jobId = (await otherEmployer!.post('/api/v1/jobs', draft)).body.id
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await otherEmployer!.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const applied = await otherCandidate!.post('/api/v1/me/applications', { jobId, confirm: true })
  const applicationId = applied.body.application.id
  const application = `/api/v1/applications/${applicationId}`
  const note = await eventually('a note of the other employer', async () => {
    const response = await otherEmployer!.post(`${application}/notes`, { text: 'x' })
    return response.status === 201 && response.body.id
  })
  expect((await otherEmployer!.post(`${application}/tags`, { label: 'x' })).status).toBe(200)
  Object.assign(foreignPaths, {
    '/api/v1/jobs/{id}': `/api/v1/jobs/${jobId}`,
    '/api/v1/jobs/{jobId}': `/api/v1/jobs/${jobId}`,
    '/api/v1/applications/{id}': application,
    '/api/v1/notes/{noteId}': `/api/v1/notes/${note}`,
    '/api/v1/me/applications/{id}': `/api/v1/me/applications/${applicationId}`,
  })
})
afterAll(() => system?.stop())

const MISSING_ID = '2147483647'
const publicEndpoints = endpoints.filter(({ plane }) => plane === 'public')
const filled = ({ path }: Endpoint, id = '1') =>
  path.replace(/\{(label|stage)\}/g, 'x').replace(/\{\w+\}/g, id)

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
  ...{ status: 'Screened', label: 'x', text: 'x', recommendation: 'Yes', title: 'x' },
  expiryDate: new Date(Date.now() + 86_400_000).toISOString(),
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

const owned = publicEndpoints.filter(({ path, name }) => path.includes('{') && !SHARED.includes(name))
test.each(owned.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
  "404: %s %s of another owner's object is indistinguishable from a missing one (D-19)",
  async (_method, path, endpoint) => {
    const foreign = foreignPath(endpoint)
    expect(foreign, `add an object of another owner for ${path} to foreignPaths`).toBeDefined()
    const client = clients[endpoint.keys![0]!]
    const responses = [
      await send(client, endpoint, foreign!),
      await send(client, endpoint, filled(endpoint, MISSING_ID)),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 404])
    expect(responses[0]!.text).toBe(responses[1]!.text)
  },
)

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
  const { admin } = system
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', headline: 'Wheelwright' }
  const hidden = (await admin.post('/admin/v1/candidates', { ...form, isSearchable: false })).body.id
  const shown = (await admin.post('/admin/v1/candidates', form)).body.id
  const search = async () => {
    const { body } = await clients.recruiter.post('/api/v1/candidates/search', { query: 'wheelwright' })
    return body.total > 0 && body
  }
  // A key may search 30 times a minute.
  const found = await eventually('the searchable candidate', search, 45_000, 2_000)
  expect([found.total, found.items.map((one: { candidateId: number }) => one.candidateId)]).toEqual([
    1,
    [shown],
  ])
  const missing = (await clients.recruiter.get(`/api/v1/candidates/${MISSING_ID}`)).text
  for (const path of [`/api/v1/candidates/${hidden}`, `/api/v1/candidates/${hidden}/preview`]) {
    const response = await clients.recruiter.get(path)
    expect([response.status, response.text]).toEqual([404, missing])
  }
})
