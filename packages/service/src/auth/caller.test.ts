import { createHmac } from 'node:crypto'
import { readSandbox } from '@jobboard/contracts/sandbox/endpoints'
import { afterEach, expect, test, vi } from 'vitest'
import {
  assertMode,
  type Caller,
  dateOfCall,
  openReusedToken,
  sandboxOf,
  signCaller,
  verifyCaller,
} from './caller.ts'

const SECRET = 's'.repeat(32)
const caller: Caller = { kind: 'service', service: 'jobs' }

afterEach(() => void vi.useRealTimers())

test('a token that was verified before expires like any other, 5 minutes late at most', () => {
  vi.useFakeTimers({ now: 0 })
  const token = signCaller(SECRET, caller, 60_000)
  expect(verifyCaller(SECRET, token)).toEqual(caller)
  vi.setSystemTime(359_999)
  expect(verifyCaller(SECRET, token)).toEqual(caller)
  vi.setSystemTime(360_000)
  expect(verifyCaller(SECRET, token)).toBeUndefined()
})

test('a token that was verified with one secret is not valid for another', () => {
  const token = signCaller(SECRET, caller)
  expect(verifyCaller(SECRET, token)).toEqual(caller)
  expect(verifyCaller('t'.repeat(32), token)).toBeUndefined()
})

test('the time of a call is signed with its caller', () => {
  const at = new Date('2020-05-01T08:00:00Z')
  const token = signCaller(SECRET, caller, 60_000, at)
  expect([verifyCaller(SECRET, token), dateOfCall(SECRET, token)]).toEqual([caller, at])
  expect(dateOfCall('t'.repeat(32), token)).toBeUndefined()
  expect(dateOfCall(SECRET, signCaller(SECRET, caller))).toBeUndefined()
})

test('a reused token is signed again after 30 s, long before it expires', () => {
  vi.useFakeTimers({ now: 0 })
  const token = openReusedToken(SECRET, caller)
  const first = token()
  vi.setSystemTime(29_999)
  expect(token()).toBe(first)
  vi.setSystemTime(30_000)
  expect(token()).not.toBe(first)
})

const recruiter: Caller = {
  kind: 'recruiter',
  employerId: 31,
  userId: null,
  keyId: 4,
  scopes: [],
  sandboxId: 31,
}
const candidate: Caller = { kind: 'candidate', candidateId: 9, keyId: 5, scopes: [], sandboxId: 31 }
/** The caller as it is in the token. */
const wireOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).caller

test.each([recruiter, candidate])(
  'a $kind of a sandbox has a kind of its own on the wire, and the usual one here (P-901)',
  (of) => {
    const token = signCaller(SECRET, of)
    expect(wireOf(token)).toEqual({ ...of, kind: `test-${of.kind}` })
    expect(verifyCaller(SECRET, token)).toEqual(of)
    const { sandboxId: _, ...live } = of
    expect(wireOf(signCaller(SECRET, live))).toEqual(live)
  },
)

test('a token of a live kind with a sandbox, and of a test kind without one, is not valid (P-901)', () => {
  const forge = (of: object) => {
    const payload = Buffer.from(JSON.stringify({ caller: of, expiresAtMs: Date.now() + 60_000 })).toString(
      'base64url',
    )
    return `${payload}.${createHmac('sha256', SECRET).update(payload).digest('base64url')}`
  }
  const { sandboxId: _, ...live } = recruiter
  expect(verifyCaller(SECRET, forge(live))).toEqual(live)
  expect(verifyCaller(SECRET, forge({ ...live, kind: 'test-recruiter' }))).toBeUndefined()
  expect(verifyCaller(SECRET, forge(recruiter))).toBeUndefined()
})

test('a service of the release before, which takes the kind as it is in the token, serves no caller of a sandbox (P-901)', () => {
  const { plane, keys } = readSandbox
  const mayCallBefore = (kind: string) => plane === 'public' && (keys as readonly string[]).includes(kind)
  expect(mayCallBefore(wireOf(signCaller(SECRET, recruiter)).kind)).toBe(false)
  expect(mayCallBefore(recruiter.kind)).toBe(true)
})

test('404: a live caller, an operator and a service reach no endpoint of sandboxes; any other endpoint is open to all', () => {
  const { sandboxId: _, ...live } = recruiter
  for (const who of [live, caller, { kind: 'admin', actor: 'olga' }] as Caller[]) {
    expect(() => assertMode(readSandbox, who)).toThrow(/pk_test_/)
    expect(() => assertMode({}, who)).not.toThrow()
  }
  expect(() => assertMode(readSandbox, recruiter)).not.toThrow()
  expect([sandboxOf(recruiter), sandboxOf(live), sandboxOf(caller)]).toEqual([31, undefined, undefined])
})
