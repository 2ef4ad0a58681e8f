import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { crc32 } from 'node:zlib'
import { keyRecord as recordSchema } from '@jobboard/contracts/keys/internal'
import { hashOf, isWellFormed, mintKey } from '@jobboard/service/auth/api-key'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestText, sendRaw, withoutVaryingHeaders } from './support/raw.ts'
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from './support/setup.ts'

// The time of a refusal must not depend on how much of a secret was right. No measured duration can prove
// that, so these tests pin the reason: no code compares the text of a key or token with a secret.
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.lookedUp.length = 0
})

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A well-formed unknown key: this one with another character at `at`, and the checksum that belongs to it. */
function withOtherCharacter(key: string, at: number): string {
  const body = `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1, -6)}`
  let rest = crc32(body)
  let checksum = ''
  for (let i = 0; i < 6; i++) {
    checksum = BASE62[rest % 62] + checksum
    rest = Math.floor(rest / 62)
  }
  return body + checksum
}

test('401: the response has the same bytes however much of a key is right, and only hashes are looked up', async () => {
  const endsAt = Date.now() + 500
  const mint = async (more = {}) => (await gateway.accounts.mint(more)).apiKey
  const revoked = await gateway.accounts.mint()
  await gateway.accounts.revoke(revoked.id)
  const expired = await mint({ expiresAt: new Date(endsAt).toISOString() })
  const near = [
    withOtherCharacter(gateway.recruiter, 8),
    withOtherCharacter(gateway.recruiter, gateway.recruiter.length - 7),
  ]
  const refused = [mintKey('recruiter'), ...near, revoked.apiKey, expired, gateway.candidate]
  const malformed = [
    gateway.recruiter.slice(0, -1),
    gateway.recruiter.slice(0, 20),
    `${gateway.recruiter}0`,
    '',
  ]
  expect(refused.map(isWellFormed)).toEqual(refused.map(() => true))
  await eventually('the key has expired', async () => Date.now() > endsAt)

  const responses = new Set<string>()
  for (const key of [...refused, ...malformed]) {
    const text = requestText('GET /api/v1/jobs', [`Authorization: Bearer ${key}`])
    responses.add(withoutVaryingHeaders(await sendRaw(gateway.port, text)))
  }
  expect([...responses]).toEqual([expect.stringMatching(/^HTTP\/1\.1 401 /)])
  expect(new Set(gateway.upstream.lookedUp)).toEqual(new Set(refused.map(hashOf)))
})

test('a key record contains neither the key nor its hash, so there is no text to compare with', () => {
  expect(Object.keys(recordSchema.shape).sort()).toEqual([
    ...[
      'candidateId',
      'employerId',
      'expiresAtMs',
      'id',
      'kind',
      'name',
      'revokedAtMs',
      'sandboxId',
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

test('the admin token is compared once, as a hash of 32 bytes, in constant time', async () => {
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
    const operator = client(gateway.adminUrl, { authorization: `Bearer ${token}` })
    statuses.push((await operator.get('/admin/v1/employers/1')).status)
  }
  expect(statuses).toEqual([...wrong.map(() => 401), 200])
  expect(compared).toEqual([...wrong, ADMIN_TOKEN].map(() => [32, 32]))
})
