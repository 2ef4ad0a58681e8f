import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signCaller } from './caller.ts'
import { signPortalLink, verifyPortalLink } from './portal-link.ts'

const SECRET = 's'.repeat(32)
const link = { kind: 'user', id: 7, page: 'keys', expiresAtMs: 60_000 } as const
const read = (token: string, nowMs = 0) => verifyPortalLink(SECRET, token, nowMs)

test('a link says whom it signs in and where, until it expires; each has a nonce of its own (P-424)', () => {
  const token = signPortalLink(SECRET, link)
  expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/)
  expect(read(token, 59_999)).toEqual({ ...link, nonce: expect.stringMatching(/^[\w-]{22}$/) })
  expect(read(token, 60_000)).toBeUndefined()
  const nonces = Array.from({ length: 1_000 }, () => read(signPortalLink(SECRET, link))!.nonce)
  expect(new Set(nonces).size).toBe(1_000)
})

test('one changed character, another secret, a caller token and the plain secret as key are refused (P-424)', () => {
  const token = signPortalLink(SECRET, link)
  const characters = fc.constantFrom(...'abcABC019-_.=+/ é')
  fc.assert(
    fc.property(fc.nat(token.length - 1), characters, (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      expect(read(changed) !== undefined).toBe(changed === token)
    }),
  )
  expect(verifyPortalLink('t'.repeat(32), token, 0)).toBeUndefined()
  expect(read(signCaller(SECRET, { kind: 'admin', actor: 'x' }))).toBeUndefined()
  const [payload] = token.split('.')
  const plain = createHmac('sha256', SECRET).update(payload!).digest('base64url')
  expect(read(`${payload}.${plain}`)).toBeUndefined()
})

test.each(['', '.', '..', 'a.b', 'a.b.c', `${'a'.repeat(1_000_000)}.b`])('%.20s is no link', (text) => {
  expect(read(text)).toBeUndefined()
})
