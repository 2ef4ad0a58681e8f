import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestText, sendRaw, withoutVaryingHeaders } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ env: { TEST_CLOCK: 'false' } })
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
  gateway.upstream.started.length = 0
  gateway.upstream.lookedUp.length = 0
})

const get = (headers: string[], path = '/api/v1/jobs') =>
  sendRaw(gateway.port, requestText(`GET ${path}`, headers))

const newKey = async (more: Parameters<TestGateway['accounts']['mint']>[0] = {}) =>
  (await gateway.accounts.mint(more)).apiKey

test('401: the response has the same bytes for every reason (Spec §5, D-02, Spec §5.6)', async () => {
  const bearer = (key: string) => [`Authorization: Bearer ${key}`]
  const expiresAt = Date.now() + 500
  const expired = await newKey({ expiresAt: new Date(expiresAt).toISOString() })
  const revoked = await gateway.accounts.mint()
  await gateway.accounts.revoke(revoked.id)
  const refusals: Record<string, string[]> = {
    'no key': [],
    'not a key': bearer('hello'),
    mistyped: bearer(`${gateway.recruiter.slice(0, -1)}_`),
    unknown: bearer(mintKey('recruiter')),
    revoked: bearer(revoked.apiKey),
    'not approved': bearer((await gateway.accounts.mintPending()).apiKey),
    expired: bearer(expired),
    'the other kind (D-12)': bearer(gateway.candidate),
    'two keys': [...bearer(gateway.recruiter), `X-Api-Key: ${await newKey()}`],
    'two Authorizations': [...bearer(gateway.recruiter), ...bearer(await newKey())],
    'another scheme': ['Authorization: Basic abc'],
    'a key in another scheme': [`Authorization: ApiKey ${gateway.recruiter}`],
    'an empty key': ['X-Api-Key: '],
    'an empty Bearer beside a key': ['Authorization: Bearer', `X-Api-Key: ${gateway.recruiter}`],
    'another scheme beside two keys': [
      'Authorization: Basic abc',
      `X-Api-Key: ${gateway.recruiter}`,
      `X-Api-Key: ${await newKey()}`,
    ],
  }
  await eventually('the key has expired', async () => Date.now() > expiresAt)
  const responses = new Set<string>()
  for (const headers of Object.values(refusals)) responses.add(withoutVaryingHeaders(await get(headers)))
  expect([...responses]).toHaveLength(1)
  const { status, head, body } = await get([])
  expect(status).toBe(401)
  expect(body).toBe('')
  expect(head).toMatch(/^www-authenticate: Bearer\r$/im)
  expect(head).toMatch(/^content-length: 0\r$/im)
  expect(head).not.toMatch(/ratelimit/i)
  expect(gateway.upstream.requests).toEqual([])
})

test.each([
  ['Basic', ['Authorization: Basic dXNlcjpwYXNz']],
  ['Digest', ['Authorization: Digest username="u", realm="r"']],
  ['Negotiate', ['authorization: Negotiate YII=']],
  ['a scheme that begins with Bearer', ['Authorization: BearerX abc']],
  ['a scheme without a value', ['Authorization: Basic']],
  ['an empty Authorization', ['Authorization: ']],
  ['two of a proxy', ['Authorization: Basic abc', 'Authorization: NTLM abc']],
])('200: X-Api-Key counts beside %s, whichever comes first (D-11)', async (_, headers) => {
  const key = `X-Api-Key: ${gateway.recruiter}`
  expect((await get([...headers, key])).status).toBe(200)
  expect((await get([key, ...headers])).status).toBe(200)
})

test('200: an empty X-Api-Key beside a Bearer key counts as absent; so does a Basic beside it (D-11)', async () => {
  const bearer = `Authorization: Bearer ${gateway.recruiter}`
  for (const empty of ['X-Api-Key:', 'X-Api-Key: ', 'x-api-key: \t ']) {
    expect((await get([empty, bearer])).status).toBe(200)
    expect((await get([bearer, empty])).status).toBe(200)
  }
  expect((await get(['Authorization: Basic abc', bearer])).status).toBe(200)
})

test.each(['recruiter', 'candidate'] as const)(
  '400: a %s key in the URL is not looked up, and the message says to rotate it (P-31)',
  async (kind) => {
    for (const target of ['/api/v1/jobs?api_key=', '/api/v1/nothing?a=b&access_token=', '/openapi.json?']) {
      for (const headers of [[], [`X-Api-Key: ${gateway.recruiter}`]]) {
        const response = await get(headers, `${target}${gateway[kind]}`)
        expect(response.status).toBe(400)
        expect(JSON.parse(response.body)).toEqual({
          code: 'invalid_request',
          message: expect.stringMatching(/Authorization.*rotate/),
        })
        expect(response.head).not.toMatch(/ratelimit/i)
      }
    }
    expect(gateway.upstream.lookedUp).toEqual([])
    expect(gateway.upstream.started).toEqual([])
  },
)

test.each([
  ['an escaped underscore', '?a=', (key: string) => key.replace('_', '%5F')],
  ['an escape in lower case', '?a=', (key: string) => key.replaceAll('_', '%5f')],
  ['an escaped letter', '?a=', (key: string) => key.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`)],
  ['every character escaped', '?a=', escapeAll],
  ['a double escape', '?a=', (key: string) => key.replace('_', '%255F')],
  ['a triple escape', '?a=', (key: string) => key.replace('_', '%25255f')],
  ['a double escape of every character', '?a=', (key: string) => escapeAll(escapeAll(key))],
  ['a hundred escapes', '?a=', (key: string) => key.replace('_', `%${'25'.repeat(100)}5F`)],
  ['an escape beside a broken one', '?b=%zz&a=', (key: string) => key.replace('_', '%5F')],
  ['a parameter name', '?', (key: string) => key.replace('_', '%5F')],
  ['a path segment', '/', (key: string) => key],
  ['an escaped path segment', '/', (key: string) => key.replace('_', '%5F')],
  ['free text of a path', '/1/tags/', (key: string) => key.replace('_', '%255F')],
])('400: a key in the URL is refused without a look-up: %s (P-31)', async (_name, before, write) => {
  const path = before.includes('tags') ? '/api/v1/applications' : '/api/v1/jobs'
  const response = await get([], `${path}${before}${write(gateway.recruiter)}`)
  expect(response.status).toBe(400)
  expect(JSON.parse(response.body).message).toMatch(/Authorization.*rotate/)
  expect(gateway.upstream.lookedUp).toEqual([])
})

test('200: a query that only resembles a key is accepted', async () => {
  expect((await get([`X-Api-Key: ${gateway.recruiter}`], '/api/v1/jobs?status=k_live_')).status).toBe(200)
})

test('200: a key of either kind in either header, or the same key in both', async () => {
  for (const [key, path] of [
    [gateway.recruiter, '/api/v1/jobs'],
    [gateway.candidate, '/api/v1/me/profile'],
  ] as const) {
    expect((await get([`X-Api-Key: ${key}`], path)).status).toBe(200)
    expect((await get([`authorization: bearer ${key}`], path)).status).toBe(200)
    expect((await get([`X-Api-Key: ${key}`, `Authorization: Bearer ${key}`], path)).status).toBe(200)
  }
})

test('401: a candidate key opens only /me, a recruiter key everything else (D-12)', async () => {
  expect((await gateway.api(gateway.candidate).get('/api/v1/me/profile')).status).toBe(200)
  expect((await gateway.api(gateway.candidate).get('/api/v1/jobs')).status).toBe(401)
  expect((await gateway.api(gateway.recruiter).get('/api/v1/me/profile')).status).toBe(401)
})

test('401: a mistyped key is not looked up, an unknown one is looked up once (D-11)', async () => {
  for (const [kind, path] of [
    ['recruiter', '/api/v1/jobs'],
    ['candidate', '/api/v1/me/profile'],
  ] as const) {
    gateway.upstream.lookedUp.length = 0
    const unknown = mintKey(kind)
    const mistyped = unknown.slice(0, -1) + (unknown.endsWith('a') ? 'b' : 'a')
    for (let i = 0; i < 5; i++) expect((await gateway.api(mistyped).get(path)).status).toBe(401)
    expect(gateway.upstream.lookedUp).toEqual([])
    for (let i = 0; i < 5; i++) expect((await gateway.api(unknown).get(path)).status).toBe(401)
    expect(gateway.upstream.lookedUp).toEqual([hashOf(unknown)])
  }
})

test('403: the message names the missing scope, and the request counts against the limit (D-13, D-17, Spec §5.7)', async () => {
  const key = await newKey({ scopes: ['Applications'] })
  const response = await gateway.api(key).post('/api/v1/jobs', { title: 'x' })
  expect(response.status).toBe(403)
  expect(response.body).toEqual({
    code: 'insufficient_scope',
    message: expect.stringContaining('JobPosting'),
  })
  expect(response.headers.get('x-ratelimit-remaining')).toBe('99')
  expect(gateway.upstream.requests).toEqual([])
})

test('403: an apply needs both of its scopes (D-14, Spec §5.3)', async () => {
  const { apiKey: key } = await gateway.accounts.mintCandidate(['Apply'])
  const response = await gateway.api(key).post('/api/v1/me/applications', {})
  expect(response.status).toBe(403)
})

test('404: a path whose id is no id needs a key and counts against the limit (D-04)', async () => {
  expect((await get([], '/api/v1/jobs/%31')).status).toBe(401)
  const response = await gateway.api(await newKey()).get('/api/v1/jobs/%31')
  expect(response.status).toBe(404)
  expect(response.headers.get('x-ratelimit-remaining')).toBe('99')
  const problem = await gateway.api(gateway.candidate).get('/api/v1/me/jobs/%20/screening-questions')
  expect(problem.status).toBe(404)
  expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/)
})

test('404: an Accept of more than 1024 characters counts as absent', async () => {
  const accept = (length: number) =>
    `text/plain, application/problem+json${', a/b;q=0.1'.repeat(200)}`.slice(0, length)
  const type = async (length: number) => {
    const { head } = await get([`Accept: ${accept(length)}`], '/api/v1/nothing')
    return /^content-type: (.*)\r$/im.exec(head)?.[1]
  }
  expect(await type(1_024)).toBe('application/problem+json; charset=utf-8')
  expect(await type(1_025)).toBe('application/json; charset=utf-8')
})

test('404: problem details only on request (D-03), otherwise the media type that Accept prefers (D-01)', async () => {
  const problem = await gateway.api(gateway.recruiter).get('/api/v1/nothing', {
    headers: { accept: 'application/problem+json' },
  })
  expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const text = await gateway
    .api(gateway.recruiter)
    .get('/api/v1/nothing', { headers: { accept: 'text/plain' } })
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text.body).toEqual({ code: 'not_found', message: expect.any(String) })
})

function escapeAll(text: string): string {
  return [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('')
}
