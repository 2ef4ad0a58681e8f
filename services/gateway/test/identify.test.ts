import { ApiError, notFound } from '@jobboard/contracts/error'
import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/call'
import { beforeEach, expect, test } from 'vitest'
import { CONFIRMED_MS, MAX_STALE_MS, openIdentify } from '../src/keys/identify.ts'
import { type KeyCache, MAX_UNKNOWN, openKeyCache, UNKNOWN_MS } from '../src/keys/key-cache.ts'
import { keyRecord } from './setup.ts'

// The clock, NATS and accounts are the outside of what is tested here.
let nowMs: number
let isFresh: boolean
let freshAtMs: number
let accounts: Map<string, KeyRecord> | undefined
let asked: number
let cache: KeyCache
let identify: (hash: string) => Promise<KeyRecord | undefined>

beforeEach(() => {
  nowMs = 1_000_000
  isFresh = true
  freshAtMs = nowMs
  accounts = new Map()
  asked = 0
  cache = openKeyCache(() => nowMs)
  const call = (async (_endpoint: unknown, { params }: { params: { hash: string } }) => {
    asked++
    await new Promise(setImmediate)
    if (!accounts) throw new ApiError('unavailable', 'accounts')
    const record = accounts.get(params.hash)
    if (!record) throw notFound()
    return record
  }) as unknown as Call
  const feed = { isFresh: () => isFresh, freshAtMs: () => (isFresh ? nowMs : freshAtMs) }
  identify = openIdentify(cache, feed, call, () => nowMs)
})

test('a fed key is served without asking while the feed is whole', async () => {
  cache.put('a', keyRecord(), 'feed')
  nowMs += 10 * MAX_STALE_MS
  expect(await identify('a')).toMatchObject({ id: 1 })
  expect(asked).toBe(0)
})

test('an older version never replaces a newer one, whichever way it comes', async () => {
  cache.put('a', keyRecord({ version: 3, status: 'Revoked' }), 'feed')
  cache.put('a', keyRecord({ version: 2 }), 'accounts')
  cache.put('a', keyRecord({ version: 1 }), 'feed')
  expect(await identify('a')).toMatchObject({ version: 3, status: 'Revoked' })
})

test('a revocation that comes while accounts is asked wins over the older answer', async () => {
  accounts?.set('a', keyRecord({ version: 1 }))
  const running = identify('a')
  cache.put('a', keyRecord({ version: 2, status: 'Revoked' }), 'feed')
  expect(await running).toMatchObject({ status: 'Revoked' })
})

test('without the feed accounts confirms each key every second, so a revocation still reaches us (D-16)', async () => {
  cache.put('a', keyRecord(), 'feed')
  isFresh = false
  accounts?.set('a', keyRecord({ version: 2, status: 'Revoked' }))
  expect(await identify('a')).toMatchObject({ status: 'Revoked' })
  await identify('a')
  expect(asked).toBe(1)
  nowMs += CONFIRMED_MS
  await identify('a')
  expect(asked).toBe(2)
})

test('503: with neither feed nor accounts a known key serves for 60 s and not a moment longer', async () => {
  cache.put('a', keyRecord(), 'feed')
  isFresh = false
  accounts = undefined
  nowMs += MAX_STALE_MS - 1
  expect(await identify('a')).toMatchObject({ id: 1 })
  nowMs += 1
  await expect(identify('a')).rejects.toMatchObject({ code: 'unavailable' })
  await expect(identify('never-seen')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a key that the feed does not bring again after an outage is asked for', async () => {
  cache.put('a', keyRecord(), 'feed')
  cache.endFeed(nowMs)
  nowMs += CONFIRMED_MS
  await identify('a')
  expect(asked).toBe(1)
})

test('while accounts is down it is not asked for every call', async () => {
  cache.put('a', keyRecord(), 'feed')
  isFresh = false
  accounts = undefined
  for (let i = 0; i < 50; i++) await identify('a')
  expect(asked).toBe(1)
})

test('a key that came from accounts is confirmed again until the feed has it', async () => {
  accounts?.set('a', keyRecord())
  await identify('a')
  nowMs += CONFIRMED_MS
  await identify('a')
  expect(asked).toBe(2)
  cache.put('a', keyRecord(), 'feed')
  nowMs += CONFIRMED_MS
  await identify('a')
  expect(asked).toBe(2)
})

test('many calls at once with one key ask once; an unknown key is remembered, and forgotten when it is made', async () => {
  await Promise.all(Array.from({ length: 100 }, () => identify('a')))
  expect(asked).toBe(1)
  await identify('a')
  expect(asked).toBe(1)
  cache.put('a', keyRecord(), 'feed')
  expect(await identify('a')).toMatchObject({ id: 1 })
  await identify('b')
  nowMs += UNKNOWN_MS
  await identify('b')
  expect(asked).toBe(3)
})

test('a flood of junk keys is bounded in memory and in questions at a time', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 1_000 }, (_, i) => identify(`junk-${i}`)))
  expect(asked).toBe(64)
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(936)
  for (let i = 0; i < MAX_UNKNOWN + 100; i++) cache.putUnknown(`more-${i}`)
  expect(cache.isUnknown('more-0')).toBe(false)
  expect(cache.isUnknown(`more-${MAX_UNKNOWN}`)).toBe(true)
})
