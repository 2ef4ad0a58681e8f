import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { expect, test } from 'vitest'
import { MAX_UNKNOWN, openKeyCache, UNKNOWN_TTL_MS } from './key-cache.ts'

const record: KeyRecord = {
  ...{ id: 1, kind: 'recruiter', status: 'Active', expiresAtMs: null, employerId: 10, candidateId: null },
  ...{ userId: null, name: 'a key', scopes: [], version: 2 },
}

test('an older version never replaces a newer one, whichever way it comes', () => {
  const cache = openKeyCache(() => 0)
  const [fed, proved] = [undefined, 0]
  for (const way of [fed, proved]) {
    cache.put(`${way}`, { ...record, status: 'Revoked' }, way)
    for (const later of [fed, proved]) cache.put(`${way}`, { ...record, version: 1 }, later)
    expect(cache.find(`${way}`)?.record).toMatchObject({ status: 'Revoked', version: 2 })
  }
})

test('hashes of nobody are remembered for 5 s, no more than 10 000 of them, and not beside a key', () => {
  let nowMs = 0
  const cache = openKeyCache(() => nowMs)
  for (let i = 0; i <= MAX_UNKNOWN; i++) cache.putUnknown(`junk ${i}`)
  expect(cache.size()).toEqual({ known: 0, unknown: MAX_UNKNOWN })
  expect([cache.isUnknown('junk 0'), cache.isUnknown('junk 1')]).toEqual([false, true])
  nowMs = UNKNOWN_TTL_MS
  expect(cache.isUnknown('junk 1')).toBe(false)

  cache.putUnknown('a')
  cache.put('a', record)
  cache.delete('a')
  expect(cache.isUnknown('a')).toBe(false)
})
