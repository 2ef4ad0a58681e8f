import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { crc32 } from 'node:zlib'
import { keyRecord as recordSchema } from '@jobboard/contracts/internal/keys'
import { hashOf, isWellFormed, mintKey } from '@jobboard/service/auth/api-key'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { exchangeRaw, requestText, steady } from './support/raw.ts'
import { ADMIN_TOKEN, type Arena, startArena } from './support/setup.ts'

// How long a refusal takes must not tell how much of a secret was right. A network hides nanoseconds or it does not, so no
// test of a duration proves it: what is pinned here is that no code compares the text of a key or token with a secret.
let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.asked.length = 0
})

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A well-formed key that nobody has: this one with another character there, and the checksum that belongs to it. */
function unlike(key: string, at: number): string {
  const body = `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1, -6)}`
  let rest = crc32(body)
  let checksum = ''
  for (let i = 0; i < 6; i++) {
    checksum = BASE62[rest % 62] + checksum
    rest = Math.floor(rest / 62)
  }
  return body + checksum
}

test('401: however much of a key is right, the answer has the same bytes, and only a hash is looked up', async () => {
  const endsAt = Date.now() + 500
  const mint = async (more = {}) => (await arena.accounts.mint(more)).apiKey
  const revoked = await arena.accounts.mint()
  await arena.accounts.revoke(revoked.id)
  const expired = await mint({ expiresAt: new Date(endsAt).toISOString() })
  const near = [unlike(arena.recruiter, 8), unlike(arena.recruiter, arena.recruiter.length - 7)]
  const refused = [mintKey('recruiter'), ...near, revoked.apiKey, expired, arena.candidate]
  const malformed = [arena.recruiter.slice(0, -1), arena.recruiter.slice(0, 20), `${arena.recruiter}0`, '']
  expect(refused.map(isWellFormed)).toEqual(refused.map(() => true))
  await eventually('the key has expired', async () => Date.now() > endsAt)

  const answers = new Set<string>()
  for (const key of [...refused, ...malformed]) {
    const text = requestText('GET /api/v1/jobs', [`Authorization: Bearer ${key}`])
    answers.add(steady(await exchangeRaw(arena.port, text)))
  }
  expect([...answers]).toEqual([expect.stringMatching(/^HTTP\/1\.1 401 /)])
  expect(new Set(arena.world.asked)).toEqual(new Set(refused.map(hashOf)))
})

test('the gateway holds no text of a key that it could compare: its records have neither the key nor its hash', () => {
  expect(Object.keys(recordSchema.shape).sort()).toEqual([
    ...[
      'candidateId',
      'employerId',
      'expiresAtMs',
      'id',
      'kind',
      'name',
      'scopes',
      'status',
      'userId',
      'version',
    ],
  ])
})

afterEach(() => {
  crypto.timingSafeEqual = timingSafeEqual
  syncBuiltinESMExports()
})
const { timingSafeEqual } = crypto

test('the admin token is compared once, as a hash of 32 bytes, in constant time, whatever is sent', async () => {
  const compared: [number, number][] = []
  crypto.timingSafeEqual = (a, b) => {
    compared.push([a.byteLength, b.byteLength])
    return timingSafeEqual(a, b)
  }
  syncBuiltinESMExports()
  const statuses: number[] = []
  const wrong = [
    '',
    'x',
    ADMIN_TOKEN.slice(0, -1),
    `${ADMIN_TOKEN}x`,
    `x${ADMIN_TOKEN.slice(1)}`,
    'x'.repeat(9_000),
  ]
  for (const token of [...wrong, ADMIN_TOKEN]) {
    const operator = client(arena.adminUrl, { authorization: `Bearer ${token}` })
    statuses.push((await operator.get('/admin/v1/employers/1')).status)
  }
  expect(statuses).toEqual([...wrong.map(() => 401), 200])
  expect(compared).toEqual([...wrong, ADMIN_TOKEN].map(() => [32, 32]))
})
