import { expect, test } from 'vitest'
import { type FeedEvent, type FeedState, feedTransitions } from './feed-state.ts'

const states: FeedState[] = ['synced', 'stale', 'offline']
const events: FeedEvent[] = ['bucketRead', 'caughtUp', 'fellBehind', 'bucketLost']

const expected: [FeedState, FeedEvent, FeedState][] = [
  ['offline', 'bucketRead', 'stale'],
  ['offline', 'caughtUp', 'offline'],
  ['offline', 'fellBehind', 'offline'],
  ['offline', 'bucketLost', 'offline'],
  ['stale', 'bucketRead', 'stale'],
  ['stale', 'caughtUp', 'synced'],
  ['stale', 'fellBehind', 'stale'],
  ['stale', 'bucketLost', 'offline'],
  ['synced', 'bucketRead', 'synced'],
  ['synced', 'caughtUp', 'synced'],
  ['synced', 'fellBehind', 'stale'],
  ['synced', 'bucketLost', 'offline'],
]

test.each(expected)('%s, %s: %s', (from, event, to) => {
  expect(feedTransitions[from][event]).toBe(to)
})

test('every state has a transition for every event, and no other', () => {
  const all = states.flatMap((state) => events.map((event) => `${state} ${event}`)).sort()
  expect(expected.map(([state, event]) => `${state} ${event}`).sort()).toEqual(all)
  const defined = Object.entries(feedTransitions).flatMap(([state, row]) =>
    Object.keys(row).map((event) => `${state} ${event}`),
  )
  expect(defined.sort()).toEqual(all)
})
