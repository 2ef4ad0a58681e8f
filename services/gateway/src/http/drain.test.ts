import type { ServerResponse } from 'node:http'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { trackOpenResponses } from './drain.ts'

const IN_FLIGHT = 64
const RESPONSES = 20_000
/** What V8 collects of young objects, it does at 16 MiB; here after about 1 MB. */
const PER_COLLECTION = 300

setFlagsFromString('--expose-gc')
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc')

function oldMb(): number {
  const { space_used_size = 0 } =
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space') ?? {}
  return space_used_size / 2 ** 20
}

test('responses that are out are collected with the young objects, and their places are used again', () => {
  const open = trackOpenResponses()
  const places: number[] = []
  let last = 0
  collect()
  const before = oldMb()
  for (let i = 0; i < RESPONSES; i++) {
    const response = { payload: new Array(500).fill(i) } as unknown as ServerResponse
    last = open.add(response)
    places.push(last)
    if (places.length > IN_FLIGHT) open.delete(places.shift()!)
    if (i % PER_COLLECTION === 0) collect({ type: 'minor' })
  }
  expect(last).toBeLessThanOrEqual(IN_FLIGHT)
  // A Set of the same responses leaves 34 MB.
  expect(oldMb() - before).toBeLessThan(5)
})
