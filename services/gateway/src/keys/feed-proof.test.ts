import { beforeEach, expect, test } from 'vitest'
import { type FeedProof, openFeedProof } from './feed-proof.ts'

let nowMs: number
let proof: FeedProof
beforeEach(() => {
  nowMs = 0
  proof = openFeedProof(() => nowMs)
})
const told = (revision: number, created = 'a') => proof.told({ created, revision })
const begin = (revision: number, created = 'a') => proof.begin({ created, revision })

/** Time goes on and accounts says the same every 250 ms. */
function passTelling(ms: number, revision: number, created = 'a'): void {
  for (const end = nowMs + ms; nowMs < end; ) {
    nowMs += 250
    told(revision, created)
  }
}

test('fresh while accounts says no more than has come, whichever of both is first', () => {
  begin(3)
  expect(proof.isFresh()).toBe(false)
  told(3)
  expect(proof.isFresh()).toBe(true)
  passTelling(10_000, 2)
  expect([proof.isFresh(), proof.isMissing()]).toEqual([true, false])
  nowMs += 749
  expect(proof.isFresh()).toBe(true)
  nowMs += 1
  expect(proof.isFresh()).toBe(false)

  told(4)
  expect(proof.isFresh()).toBe(false)
  proof.came(4)
  expect(proof.isFresh()).toBe(true)
  proof.came(2)
  passTelling(1_000, 4)
  expect(proof.isFresh()).toBe(true)
})

test.each([
  ['a revision that does not come', 4, 'a'],
  ['another bucket', 1, 'b'],
])('not fresh when accounts speaks of %s, and soon reason to read anew', (_what, revision, created) => {
  begin(3)
  told(3)
  passTelling(750, revision, created)
  expect([proof.isFresh(), proof.isMissing()]).toEqual([false, false])
  passTelling(500, revision, created)
  expect([proof.isFresh(), proof.isMissing()]).toEqual([false, true])
  begin(revision, created)
  expect([proof.isFresh(), proof.isMissing()]).toEqual([true, false])
})

test('an accounts that says nothing is no reason to read anew', () => {
  begin(3)
  told(3)
  nowMs += 60_000
  expect([proof.isFresh(), proof.isMissing()]).toEqual([false, false])
})
