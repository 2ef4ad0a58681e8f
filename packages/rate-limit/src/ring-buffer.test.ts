import { expect, test } from 'vitest'
import { entriesOf, merge, openRingBuffer } from './sliding-log.ts'

test('merging an id twice counts it once; above the limit the newest stay', () => {
  const ring = openRingBuffer(3)
  const entry = (id: number, atMs: number) => ({ id, atMs })
  merge(ring, [entry(1, 10), entry(2, 20)])
  merge(ring, [entry(2, 21), entry(3, 15)])
  expect(entriesOf(ring)).toEqual([entry(1, 10), entry(3, 15), entry(2, 20)])
  merge(ring, [entry(4, 30)])
  expect(entriesOf(ring)).toEqual([entry(3, 15), entry(2, 20), entry(4, 30)])
})
