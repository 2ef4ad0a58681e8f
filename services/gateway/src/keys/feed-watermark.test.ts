import { beforeEach, expect, test } from 'vitest'
import { type FeedWatermark, openFeedWatermark } from './feed-watermark.ts'

let nowMs: number
let watermark: FeedWatermark
beforeEach(() => {
  nowMs = 0
  watermark = openFeedWatermark(() => nowMs)
})
const announce = (revision: number, created = 'a') => watermark.announce({ created, revision })
const reset = (revision: number, created = 'a') => watermark.reset({ created, revision })

/** Time passes while accounts announces the same every 250 ms. */
function passAnnouncing(ms: number, revision: number, created = 'a'): void {
  for (const end = nowMs + ms; nowMs < end; ) {
    nowMs += 250
    announce(revision, created)
  }
}

test('current while everything announced in the last 750 ms is applied, in whichever order the two arrive', () => {
  reset(3)
  expect(watermark.isCurrent()).toBe(false)
  announce(3)
  expect(watermark.isCurrent()).toBe(true)
  passAnnouncing(10_000, 2)
  expect([watermark.isCurrent(), watermark.isStalled()]).toEqual([true, false])
  nowMs += 749
  expect(watermark.isCurrent()).toBe(true)
  nowMs += 1
  expect(watermark.isCurrent()).toBe(false)

  announce(4)
  expect(watermark.isCurrent()).toBe(false)
  watermark.apply(4)
  expect(watermark.isCurrent()).toBe(true)
  watermark.apply(2)
  passAnnouncing(1_000, 4)
  expect(watermark.isCurrent()).toBe(true)
})

test.each([
  ['a revision that does not arrive', 4, 'a'],
  ['another bucket', 1, 'b'],
])('not current, and stalled after 1 s, while accounts announces %s', (_what, revision, created) => {
  reset(3)
  announce(3)
  passAnnouncing(750, revision, created)
  expect([watermark.isCurrent(), watermark.isStalled()]).toEqual([false, false])
  passAnnouncing(500, revision, created)
  expect([watermark.isCurrent(), watermark.isStalled()]).toEqual([false, true])
  reset(revision, created)
  expect([watermark.isCurrent(), watermark.isStalled()]).toEqual([true, false])
})

test('not stalled while accounts announces nothing', () => {
  reset(3)
  announce(3)
  nowMs += 60_000
  expect([watermark.isCurrent(), watermark.isStalled()]).toEqual([false, false])
})

test('synced when the bucket was read, at each change and at each heartbeat, not by announcements', () => {
  expect(watermark.syncedAtMs()).toBe(Number.NEGATIVE_INFINITY)
  reset(3)
  expect(watermark.syncedAtMs()).toBe(0)
  passAnnouncing(1_000, 3)
  expect(watermark.syncedAtMs()).toBe(0)
  watermark.heartbeat()
  expect(watermark.syncedAtMs()).toBe(1_000)
  nowMs += 500
  watermark.apply(4)
  expect(watermark.syncedAtMs()).toBe(1_500)
})
