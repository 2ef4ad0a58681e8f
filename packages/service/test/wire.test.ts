import { gzipSync } from 'node:zlib'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signCaller } from '../src/auth/caller.ts'
import { readQuery } from '../src/http/query.ts'
import { bookService } from './support/book-service.ts'

let running: Booted
let employer: Client

beforeAll(async () => {
  running = await boot(bookService)
  employer = running.as({ kind: 'recruiter', employerId: 1, userId: 1, keyId: 1, scopes: [] })
})
afterAll(() => running.stop())

const json = (body: string | Uint8Array, type: string) =>
  employer.send('POST', '/api/v1/books', { body, headers: { 'content-type': type } })

test.each([
  ...['application/json', 'text/json', 'application/vnd.x+json', 'application/json; charset=UTF-8'],
  ...['utf8', 'UTF8', '"utf-8"', '"UTF8"', 'us-ascii', 'US-ASCII', 'ascii'].map(
    (charset) => `application/json;charset=${charset}`,
  ),
])('201: a body sent as %s (D-01)', async (type) => {
  expect((await json('{"title":"A"}', type)).status).toBe(201)
})

test.each([
  ...['text/plain', 'application/x-www-form-urlencoded', 'json'],
  ...['latin1', 'iso-8859-1', 'utf-16', 'utf-7', 'windows-1252', '"utf-8', 'utf-88', ''].map(
    (charset) => `application/json; charset=${charset}`,
  ),
])('415 unsupported_media_type: a body sent as %s (D-01)', async (type) => {
  const response = await json('{"title":"A"}', type)
  expect(response.status).toBe(415)
  expect(response.body.code).toBe('unsupported_media_type')
})

test.each([
  'gzip',
  'GZIP',
  'x-gzip',
  'br',
  'deflate',
  'zstd',
  'compress',
  'gzip, identity',
  'identity, br',
  'aws-chunked',
])(
  '415 unsupported_media_type: a body in the content coding %s, and Accept-Encoding (RFC 9110 §15.5.16)',
  async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    const before = await count()
    const response = await employer.send('POST', '/api/v1/books', {
      body: gzipSync('{"title":"A"}'),
      headers,
    })
    expect(response.status).toBe(415)
    expect(response.headers.get('accept-encoding')).toBe('identity')
    expect(response.body).toEqual({
      code: 'unsupported_media_type',
      message: expect.stringMatching(/^Content-Encoding: .*without this header\.$/),
    })
    expect(await count()).toBe(before)
  },
)

test.each(['identity', 'Identity', '', ' ', 'identity, identity'])(
  '201: Content-Encoding "%s" says nothing',
  async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    const response = await employer.send('POST', '/api/v1/books', { body: '{"title":"A"}', headers })
    expect(response.status).toBe(201)
  },
)

test('400: us-ascii and utf8 bodies must be valid UTF-8 too', async () => {
  for (const charset of ['us-ascii', 'utf8']) {
    const latin1 = new Uint8Array([...'{"title":"K'].map((c) => c.charCodeAt(0)).concat(0xf6, 0x22, 0x7d))
    expect((await json(latin1, `application/json; charset=${charset}`)).status).toBe(400)
  }
})

test.each([
  ['not JSON', '{"title":'],
  ['not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['an array', '[]'],
  ['a title that is a number', '{"title":7}'],
  ['a title with NUL', '{"title":"a\\u0000b"}'],
  ['a title with a lone surrogate', '{"title":"a\\ud800b"}'],
  ['an int32 overflow', '{"title":"A","pages":2147483648}'],
  ['no body at all', ''],
])('400 invalid_request: %s', async (_what, body) => {
  const before = await count()
  const response = await json(body, 'application/json')
  expect(response.status).toBe(400)
  expect(Object.keys(response.body)).toEqual(['code', 'message'])
  expect(response.body.code).toBe('invalid_request')
  expect(await count()).toBe(before)
})

test('400 invalid_request: the message names every invalid field and says why', async () => {
  const invalid = await employer.post('/api/v1/books', { title: '', pages: 'x' })
  expect(invalid.body.message).toBe('title: must not be empty; pages: must be a number.')
  const missing = await employer.post('/api/v1/books', { pages: null })
  expect(missing.body.message).toBe('title: is required and must be a string.')
})

test('400 invalid_request: unknown query parameters are named, and the known ones (D-07)', async () => {
  const path = '/api/v1/books'
  const known = await employer.get(`${path}?pagesize=5&page=1&stauts=Draft`)
  expect([known.status, known.body]).toEqual([
    400,
    {
      code: 'invalid_request',
      message: 'pagesize, stauts: unknown in the query of this endpoint; the parameters are page, pageSize.',
    },
  ])
  const none = await employer.post(`${path}?dry=${'x'.repeat(100)}`, { title: 'A' })
  expect(none.body.message).toBe('dry: unknown in the query of this endpoint; it has no parameters.')
})

test.each([
  '%D6',
  'K%F6ln',
  '%E0%A4%A',
  '%E0%A4',
  '%',
  '%2',
  '%zz',
  'a%',
  '%C0%AF',
  '%ED%A0%80',
  '%FF%FE',
  '%F5%80%80%80',
])('400 invalid_request: a query with %s is not UTF-8, in a value and in a name (P-608)', async (text) => {
  for (const [query, name] of [
    [`page=${text}`, 'page'],
    [`pageSize=5&page=${text}&page=1`, 'page'],
    [`${text}=1`, text],
    [text, text],
  ] as const) {
    const response = await employer.get(`/api/v1/books?${query}`)
    expect(response.status).toBe(400)
    expect(response.body).toEqual({
      code: 'invalid_request',
      message: `${name}: is not percent-encoded UTF-8: write %C3%96 for Ö, and %25 for a % itself.`,
    })
  }
  const accept = 'application/problem+json'
  const problem = await employer.send('GET', `/api/v1/books?page=${text}`, { headers: { accept } })
  expect(problem.body.errors).toMatchObject([{ pointer: '#query/page' }])
  expect((await employer.post(`/api/v1/books?a=${text}`, { title: 'A' })).status).toBe(400)
  expect(
    (await running.as({ kind: 'service', service: 'accounts' }).get(`/internal/v1/books?a=${text}`)).status,
  ).toBe(400)
})

test('a query is read as before: escapes, blanks, empty parts and parameters that come twice', () => {
  expect({ ...readQuery('/x?a=K%C3%B6ln+1%2B2&b&&c==&a=2&a=3&%C3%96=&=y&__proto__=z') }).toEqual({
    a: ['Köln 1+2', '2', '3'],
    b: '',
    c: '=',
    Ö: '',
    '': 'y',
    ['__proto__']: 'z',
  })
  expect({ ...readQuery('/x') }).toEqual({})
  expect({ ...readQuery('/x?') }).toEqual({})
})

test('200: a query parameter that an internal endpoint does not have yet is ignored', async () => {
  const internal = running.as({ kind: 'service', service: 'accounts' })
  expect((await internal.get('/internal/v1/books?later=1')).status).toBe(200)
})

test('413 payload_too_large: a body over 1 MiB (D-07)', async () => {
  const response = await employer.post('/api/v1/books', { title: 'A', blurb: 'x'.repeat(1_048_576) })
  expect([response.status, response.body.code]).toEqual([413, 'payload_too_large'])
})

test('201: unknown fields are ignored (D-07), and any Unicode text is returned as sent', async () => {
  const blurb = '𝔘𝔫𝔦 \u200f עברית\tа́\r\n🏳️‍🌈 \u2028'
  const response = await employer.post('/api/v1/books', {
    title: 'Ünï 🎓',
    blurb,
    later: { nested: '\u0000' },
  })
  expect(response.status).toBe(201)
  expect(response.body).toMatchObject({ title: 'Ünï 🎓', blurb })
})

test.each([
  [undefined, 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/json;q=0.9, text/plain;q=0.1', 'text/json; charset=utf-8'],
  ['image/png', 'application/json; charset=utf-8'],
])('Accept: %s gets a response of type %s (D-01)', async (accept, type) => {
  const response = await employer.send('POST', '/api/v1/books', {
    body: { title: 'A' },
    headers: accept ? { accept } : {},
  })
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.body.title).toBe('A')
})

test('an Accept of more than 1024 characters counts as absent', async () => {
  const type = async (length: number) => {
    const accept = `text/plain${', a/b;q=0.1'.repeat(100)}`.slice(0, length)
    const { headers } = await employer.send('POST', '/api/v1/books', {
      body: { title: 'A' },
      headers: { accept },
    })
    return headers.get('content-type')
  }
  expect(await type(1_024)).toBe('text/plain; charset=utf-8')
  expect(await type(1_025)).toBe('application/json; charset=utf-8')
})

test('Accept: application/problem+json gets the invalid fields as JSON pointers (D-03)', async () => {
  const { headers, body } = await employer.send('POST', '/api/v1/books', {
    body: { title: '' },
    headers: { accept: 'application/problem+json' },
  })
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(body).toMatchObject({
    ...{ type: 'about:blank', title: 'Bad Request', status: 400, code: 'invalid_request' },
    errors: [{ pointer: '/title', reason: 'must not be empty' }],
  })
})

test.each(['0', '-1', '01', 'x', '2147483648', '1.0', '%00', '%ff'])(
  '404 not_found: %s is not an id; problem details where the endpoint declares them (D-03, D-04)',
  async (id) => {
    const response = await employer.get(`/api/v1/books/${id}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain(
      id === '%ff' ? 'application/json' : 'application/problem+json',
    )
  },
)

test("404: another employer's object and a missing one are byte-identical (D-19)", async () => {
  const { body } = await employer.post('/api/v1/books', { title: 'mine' })
  const otherEmployer = running.as({ kind: 'recruiter', employerId: 2, userId: null, keyId: 2, scopes: [] })
  const foreign = await otherEmployer.get(`/api/v1/books/${body.id}`)
  const missing = await otherEmployer.get('/api/v1/books/999999')
  expect([foreign.status, foreign.text]).toEqual([404, missing.text])
})

test('404 not_found: a route that does not exist', async () => {
  const response = await employer.get('/api/v1/nothing')
  expect([response.status, response.body.code]).toEqual([404, 'not_found'])
})

test('500 internal_error: the response does not contain the cause', async () => {
  const response = await employer.post('/api/v1/books', { title: 'bug' })
  expect([response.status, response.body.code]).toEqual([500, 'internal_error'])
  expect(response.text).not.toContain('secret detail')
})

test('every response has X-Request-Id', async () => {
  const responses = [
    await employer.post('/api/v1/books', { title: 'A' }),
    await employer.post('/api/v1/books', {}),
  ]
  for (const { headers } of responses) expect(headers.get('x-request-id')).toBe('test-request')
})

test.each([
  ['no caller token', {}],
  ['a caller token signed with another secret', { 'x-caller': signCaller('x'.repeat(32), recruiter()) }],
  ['an expired caller token', { 'x-caller': signCaller(secret(), recruiter(), -301_000) }],
  ['a caller token that was modified', { 'x-caller': `${signCaller(secret(), recruiter())}x` }],
  [
    'a candidate on a recruiter path',
    { 'x-caller': signCaller(secret(), { kind: 'candidate', candidateId: 1, keyId: 1, scopes: [] }) },
  ],
  ['a caller token that is not JSON', { 'x-caller': 'a.b' }],
])('401 with an empty body: %s', async (_what, headers) => {
  const response = await fetch(`${running.url}/api/v1/books/1`, {
    headers: headers as Record<string, string>,
  })
  expect([response.status, await response.text()]).toEqual([401, ''])
})

test('401: a recruiter cannot call the internal plane', async () => {
  expect((await employer.get('/internal/v1/books')).status).toBe(401)
})

async function count(): Promise<number> {
  return (await running.as({ kind: 'service', service: 'search' }).get('/internal/v1/books')).body.count
}

function recruiter() {
  return { kind: 'recruiter' as const, employerId: 1, userId: 1, keyId: 1, scopes: [] }
}

function secret() {
  return 'a-secret-for-tests-only-0123456789abcdef'
}
