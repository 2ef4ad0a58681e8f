import { expect, test } from 'vitest'
import { Ejection } from './replicas.ts'

test('each failure in a row doubles the ejection, from 1 s to 10 s; a response ends it', () => {
  const ejection = new Ejection()
  let now = 0
  const durations: number[] = []
  for (let failure = 0; failure < 6; failure++) {
    ejection.failed(now, now)
    let duration = 0
    while (ejection.isEjected(now + duration)) duration += 500
    durations.push(duration)
    now += duration
  }
  expect(durations).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  ejection.succeeded(now)
  ejection.failed(now + 1, now + 1)
  expect(ejection.isEjected(now + 1_001)).toBe(false)
})

test('requests in flight together count as one failure, and their responses end no ejection', () => {
  const ejection = new Ejection()
  for (let request = 0; request < 32; request++) ejection.failed(0, 100)
  ejection.succeeded(50)
  expect(ejection.isEjected(1_099)).toBe(true)
  expect(ejection.isEjected(1_100)).toBe(false)
})

test('after an ejection one trial request goes to the replica, further ones stay away until it has a result', () => {
  const ejection = new Ejection()
  ejection.failed(0, 0)
  expect(ejection.isEjected(1_000)).toBe(false)
  const endTrial = ejection.chosen(1_000)
  ejection.chosen(1_001)()
  expect(ejection.isEjected(60_000)).toBe(true)
  endTrial()
  expect(ejection.isEjected(60_000)).toBe(false)
  ejection.chosen(60_000)
  expect(ejection.isEjected(60_001)).toBe(true)
  ejection.succeeded(60_000)
  expect(ejection.isEjected(60_002)).toBe(false)
  ejection.chosen(60_002)
  expect(ejection.isEjected(60_003)).toBe(false)
})
