import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/keys/internal'
import { expect, test } from 'vitest'
import { openBatchedLookup } from './identify.ts'

const list = (count: number) => Array.from({ length: count }, (_, index) => `key ${index}`)

test('keys that arrive during a look-up go into the next batches, each once, none above the maximum', async () => {
  const batches: string[][] = []
  const lookUp = openBatchedLookup(async (hashes) => void batches.push(hashes), {
    intervalMs: 0,
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  const keys = list(2 * MAX_KEYS_PER_LOOKUP + 1)
  await Promise.all([...keys, ...keys].map(lookUp))
  expect(batches.map((hashes) => hashes.length)).toEqual([MAX_KEYS_PER_LOOKUP, MAX_KEYS_PER_LOOKUP, 1])
  expect(batches.flat()).toEqual(keys)
})

test('503: a failed batch fails for its own keys and those beyond the maximum; the next batch is sent', async () => {
  let sent = 0
  const lookUpBatch = async () => {
    if (++sent === 1) throw new Error('lost')
  }
  const lookUp = openBatchedLookup(lookUpBatch, { intervalMs: 0, maxWaiting: 2 })
  const results = await Promise.allSettled(list(3).map(lookUp))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(sent).toBe(1)
  await lookUp('key 0')
  expect(sent).toBe(2)
})
