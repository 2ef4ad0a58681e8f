import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Arena, startArena } from './setup.ts'
import { sendJson } from './upstream.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
  arena.world.answer = (_request, response) => sendJson(response, 200, { ok: true })
})

test('200: a call with a key reaches its service with the signed caller, and only with that', async () => {
  const answer = await arena.api(arena.recruiter).get('/api/v1/jobs?page=2', {
    headers: { 'x-forwarded-for': '6.6.6.6', 'x-caller': 'me', 'if-none-match': '"1"' },
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ok: true })
  const [seen] = arena.world.seen
  expect(seen?.url).toBe('/api/v1/jobs?page=2')
  expect(seen?.headers).toMatchObject({ 'if-none-match': '"1"' })
  expect(seen?.headers.authorization).toBeUndefined()
  expect(seen?.headers['x-forwarded-for']).toBeUndefined()
  const passport = JSON.parse(
    Buffer.from(String(seen?.headers['x-caller']).split('.')[0]!, 'base64url').toString(),
  )
  expect(passport.caller).toEqual({
    kind: 'recruiter',
    employerId: 10,
    userId: 5,
    keyId: 1,
    scopes: ['JobPosting', 'Applications', 'CvSearch', 'Profile', 'Apply'],
  })
  expect(passport.requestId).toBe(answer.headers.get('x-request-id'))
})
