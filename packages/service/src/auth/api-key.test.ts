import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveFirstKey, deriveKey, hashOf, isWellFormed, kindOf, mintKey, modeOf } from './api-key.ts'

const kinds = fc.constantFrom('recruiter', 'candidate')

describe('API keys (D-11)', () => {
  test('a minted key is well-formed, of its kind, and random', () => {
    expect(mintKey('recruiter')).toMatch(/^pk_live_[0-9A-Za-z]{42}$/)
    expect(mintKey('candidate')).toMatch(/^ck_live_[0-9A-Za-z]{42}$/)
    const keys = Array.from({ length: 1_000 }, () => mintKey('recruiter'))
    expect(new Set(keys).size).toBe(1_000)
    expect(keys.map(kindOf)).toEqual(keys.map(() => 'recruiter'))
  })

  test('the mode is in the text and in its checksum: a live key is no test key with another prefix (P-902)', () => {
    expect(mintKey('recruiter', 'test')).toMatch(/^pk_test_[0-9A-Za-z]{42}$/)
    expect(mintKey('candidate', 'test')).toMatch(/^ck_test_[0-9A-Za-z]{42}$/)
    for (const kind of ['recruiter', 'candidate'] as const) {
      const key = mintKey(kind, 'test')
      expect([isWellFormed(key), kindOf(key)]).toEqual([true, kind])
      expect(isWellFormed(key.replace('_test_', '_live_'))).toBe(false)
      expect(isWellFormed(mintKey(kind).replace('_live_', '_test_'))).toBe(false)
      expect(isWellFormed(key.replace('_test_', '_demo_'))).toBe(false)
      expect(deriveKey({ kind, mode: 'test' }, 's', 'hash', 'op')).toMatch(/^[pc]k_test_/)
      expect(kindOf(deriveFirstKey({ kind, mode: 'test' }, 's', 'employer 31', 'op'))).toBe(kind)
    }
    expect([modeOf(31), modeOf(null), modeOf(undefined)]).toEqual(['test', 'live', 'live'])
  })

  test('one mistyped character is always detected', () => {
    const anyCharacter = fc.constantFrom(
      ...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_ é',
    )
    fc.assert(
      fc.property(kinds, fc.nat(49), anyCharacter, (kind, at, character) => {
        const key = mintKey(kind)
        const mistyped = key.slice(0, at) + character + key.slice(at + 1)
        expect(isWellFormed(mistyped)).toBe(mistyped === key)
      }),
    )
  })

  test('two swapped characters, a missing and a doubled character are detected', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 8, max: 48 }), (kind, at) => {
        const key = mintKey(kind)
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
        expect(isWellFormed(swapped)).toBe(swapped === key)
        expect(isWellFormed(key.slice(0, at) + key.slice(at + 1))).toBe(false)
        expect(isWellFormed(key.slice(0, at) + key[at] + key.slice(at))).toBe(false)
      }),
      { seed: 11 },
    )
  })

  test('the prefix is part of the checksum: a key with the prefix of the other kind is malformed', () => {
    expect(kindOf(mintKey('recruiter').replace('pk_', 'ck_'))).toBeUndefined()
  })

  test('any other text is malformed, up to 1 MB long', () => {
    for (const text of [
      '',
      'pk_live_',
      'pk_test_',
      `pk_live_${'a'.repeat(1_000_000)}`,
      `${mintKey('recruiter')}\n`,
    ]) {
      expect(kindOf(text)).toBeUndefined()
    }
  })

  test('the hash is SHA-256 of the whole key in hex', () => {
    expect(hashOf('pk_live_x')).toBe(createHash('sha256').update('pk_live_x').digest('hex'))
  })
})
