import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { expect, test } from 'vitest'
import { MAX_UNKNOWN, openKeyCache, UNKNOWN_TTL_MS } from './key-cache.ts'

const record: KeyRecord = {
  ...{ id: 1, kind: 'recruiter', status: 'Active', expiresAtMs: null, employerId: 10, candidateId: null },
  ...{ userId: null, name: 'a key', scopes: [], version: 2 },
}

test('an older version never replaces a newer one, from the feed or from accounts', () => {
  const cache = openKeyCache(() => 0)
  const [fed, confirmed] = [undefined, 0]
  for (const source of [fed, confirmed]) {
    cache.put(`${source}`, { ...record, status: 'Revoked' }, source)
    for (const later of [fed, confirmed]) cache.put(`${source}`, { ...record, version: 1 }, later)
    expect(cache.find(`${source}`)?.record).toMatchObject({ status: 'Revoked', version: 2 })
  }
})

test('unknown hashes are cached for 5 s, at most 10 000 of them, and not beside a key', () => {
  let nowMs = 0
  const cache = openKeyCache(() => nowMs)
  for (let i = 0; i <= MAX_UNKNOWN; i++) cache.putUnknown(`junk ${i}`)
  expect(cache.size()).toEqual({ known: 0, unknown: MAX_UNKNOWN })
  expect([cache.isUnknown('junk 0'), cache.isUnknown('junk 1')]).toEqual([false, true])
  nowMs = UNKNOWN_TTL_MS
  expect(cache.isUnknown('junk 1')).toBe(false)

  cache.putUnknown('a')
  cache.put('a', record)
  cache.endFeed({ followedMs: 0, provenMs: 0 })
  nowMs += 1_001
  cache.sweep(0, 1_000)
  expect(cache.isUnknown('a')).toBe(false)
})
