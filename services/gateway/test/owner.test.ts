import { expect, test } from 'vitest'
import { ownerOf } from '../src/limit/owner.ts'
import { merge, openRing } from '../src/limit/ring.ts'

const members = ['a1', 'b2', 'c3']
const names = Array.from({ length: 3_000 }, (_, id) => `recruiter:${id}/jobs`)

test('names are shared evenly, in whatever order the members are known', () => {
  const shares = new Map<string, number>()
  for (const name of names) {
    const owner = ownerOf(name, members)!
    expect(ownerOf(name, [...members].reverse())).toBe(owner)
    shares.set(owner, (shares.get(owner) ?? 0) + 1)
  }
  for (const share of shares.values()) expect(Math.abs(share - 1_000)).toBeLessThan(150)
  expect(ownerOf('recruiter:1/jobs', [])).toBeUndefined()
})

test('when a member comes or goes only its own names move', () => {
  for (const name of names) {
    const before = ownerOf(name, members)
    const after = ownerOf(name, [...members, 'd4'])
    expect([before, 'd4']).toContain(after)
  }
})

test('what is told twice counts once, and above the limit the newest stay', () => {
  const ring = openRing(3)
  merge(ring, [
    { id: 1, atMs: 10 },
    { id: 2, atMs: 20 },
  ])
  merge(ring, [
    { id: 2, atMs: 21 },
    { id: 3, atMs: 15 },
  ])
  expect([ring.count, ring.times[(ring.next - ring.count + 3) % 3]]).toEqual([3, 10])
  merge(ring, [{ id: 4, atMs: 30 }])
  expect([...ring.times].sort()).toEqual([15, 20, 30])
})
