import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exchangeRaw, requestText, steady } from './support/raw.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena({ env: { TEST_CLOCK: 'false' } })
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
  arena.world.begun.length = 0
  arena.world.asked.length = 0
})

const call = (headers: string[], path = '/api/v1/jobs') =>
  exchangeRaw(arena.port, requestText(`GET ${path}`, headers))

const newKey = async (more: Parameters<Arena['accounts']['mint']>[0] = {}) =>
  (await arena.accounts.mint(more)).apiKey

test('401: the same bytes for every reason (Spec §5, D-02)', async () => {
  const bearer = (key: string) => [`Authorization: Bearer ${key}`]
  const expiresAt = Date.now() + 500
  const expired = await newKey({ expiresAt: new Date(expiresAt).toISOString() })
  const revoked = await arena.accounts.mint()
  await arena.accounts.revoke(revoked.id)
  const refusals: Record<string, string[]> = {
    'no key': [],
    'not a key': bearer('hello'),
    mistyped: bearer(`${arena.recruiter.slice(0, -1)}_`),
    unknown: bearer(mintKey('recruiter')),
    revoked: bearer(revoked.apiKey),
    'waiting for approval': bearer((await arena.accounts.mintPending()).apiKey),
    expired: bearer(expired),
    'the other kind (D-12)': bearer(arena.candidate),
    'two keys': [...bearer(arena.recruiter), `X-Api-Key: ${await newKey()}`],
    'two Authorizations': [...bearer(arena.recruiter), ...bearer(await newKey())],
    'another scheme beside a key': ['Authorization: Basic abc', `X-Api-Key: ${arena.recruiter}`],
  }
  await eventually('the key has expired', async () => Date.now() > expiresAt)
  const answers = new Set<string>()
  for (const headers of Object.values(refusals)) answers.add(steady(await call(headers)))
  expect([...answers]).toHaveLength(1)
  const { status, head, body } = await call([])
  expect(status).toBe(401)
  expect(body).toBe('')
  expect(head).toMatch(/^www-authenticate: Bearer\r$/im)
  expect(head).toMatch(/^content-length: 0\r$/im)
  expect(head).not.toMatch(/ratelimit/i)
  expect(arena.world.seen).toEqual([])
})

test.each(['recruiter', 'candidate'] as const)(
  '400: a %s key in the URL is not looked up, and the client is told to rotate it',
  async (kind) => {
    for (const target of ['/api/v1/jobs?api_key=', '/api/v1/nothing?a=b&access_token=', '/openapi.json?']) {
      for (const headers of [[], [`X-Api-Key: ${arena.recruiter}`]]) {
        const answer = await call(headers, `${target}${arena[kind]}`)
        expect(answer.status).toBe(400)
        expect(JSON.parse(answer.body)).toEqual({
          code: 'invalid_request',
          message: expect.stringMatching(/Authorization.*rotate/),
        })
        expect(answer.head).not.toMatch(/ratelimit/i)
      }
    }
    expect(arena.world.asked).toEqual([])
    expect(arena.world.begun).toEqual([])
  },
)

test('200: what is no key may stand in the query', async () => {
  expect((await call([`X-Api-Key: ${arena.recruiter}`], '/api/v1/jobs?status=k_live_')).status).toBe(200)
})

test('200: keys of both kinds in either header, and in both when they agree', async () => {
  for (const [key, path] of [
    [arena.recruiter, '/api/v1/jobs'],
    [arena.candidate, '/api/v1/me/profile'],
  ] as const) {
    expect((await call([`X-Api-Key: ${key}`], path)).status).toBe(200)
    expect((await call([`authorization: bearer ${key}`], path)).status).toBe(200)
    expect((await call([`X-Api-Key: ${key}`, `Authorization: Bearer ${key}`], path)).status).toBe(200)
  }
})

test('a candidate key opens /me and nothing of the recruiters, and the reverse (D-12)', async () => {
  expect((await arena.api(arena.candidate).get('/api/v1/me/profile')).status).toBe(200)
  expect((await arena.api(arena.candidate).get('/api/v1/jobs')).status).toBe(401)
  expect((await arena.api(arena.recruiter).get('/api/v1/me/profile')).status).toBe(401)
})

test('401: a mistyped key costs no look-up, an unknown one costs one (D-11)', async () => {
  for (const [kind, path] of [
    ['recruiter', '/api/v1/jobs'],
    ['candidate', '/api/v1/me/profile'],
  ] as const) {
    arena.world.asked.length = 0
    const unknown = mintKey(kind)
    const mistyped = unknown.slice(0, -1) + (unknown.endsWith('a') ? 'b' : 'a')
    for (let i = 0; i < 5; i++) expect((await arena.api(mistyped).get(path)).status).toBe(401)
    expect(arena.world.asked).toEqual([])
    for (let i = 0; i < 5; i++) expect((await arena.api(unknown).get(path)).status).toBe(401)
    expect(arena.world.asked).toEqual([hashOf(unknown)])
  }
})

test('403: a missing scope is named, and the call counts in the limit (D-13, D-17)', async () => {
  const key = await newKey({ scopes: ['Applications'] })
  const answer = await arena.api(key).post('/api/v1/jobs', { title: 'x' })
  expect(answer.status).toBe(403)
  expect(answer.body).toEqual({ code: 'insufficient_scope', message: expect.stringContaining('JobPosting') })
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('99')
  expect(arena.world.seen).toEqual([])
})

test('403: an apply needs both of its scopes (D-14)', async () => {
  const { apiKey: key } = await arena.accounts.mintCandidate(['Apply'])
  const answer = await arena.api(key).post('/api/v1/me/applications', {})
  expect(answer.status).toBe(403)
})

test('404: text in an id place belongs to a known route: it needs a key and counts (D-04)', async () => {
  expect((await call([], '/api/v1/jobs/%31')).status).toBe(401)
  const answer = await arena.api(await newKey()).get('/api/v1/jobs/%31')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('x-ratelimit-remaining')).toBe('99')
  const questions = await arena.api(arena.candidate).get('/api/v1/me/jobs/%20/screening-questions')
  expect(questions.status).toBe(404)
  expect(questions.headers.get('content-type')).toMatch(/^application\/problem\+json/)
})

test('problem details only on request (D-03), other media types as Accept prefers (D-01)', async () => {
  const problem = await arena.api(arena.recruiter).get('/api/v1/nothing', {
    headers: { accept: 'application/problem+json' },
  })
  expect(problem.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  const text = await arena.api(arena.recruiter).get('/api/v1/nothing', { headers: { accept: 'text/plain' } })
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text.body).toEqual({ code: 'not_found', message: expect.any(String) })
})
