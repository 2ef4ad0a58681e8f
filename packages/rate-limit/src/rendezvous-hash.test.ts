import { expect, test } from 'vitest'
import { rendezvousHash } from './membership.ts'

const members = ['a1', 'b2', 'c3']
const names = Array.from({ length: 3_000 }, (_, id) => `recruiter:${id}/jobs`)

test('names are spread evenly, in whichever order the members are listed', () => {
  const ownerOf = rendezvousHash(members)
  const ownerInReverse = rendezvousHash(members.toReversed())
  const shares = new Map<string, number>()
  for (const name of names) {
    const owner = ownerOf(name)!
    expect(ownerInReverse(name)).toBe(owner)
    shares.set(owner, (shares.get(owner) ?? 0) + 1)
  }
  expect([...shares.keys()].sort()).toEqual(members)
  for (const share of shares.values()) expect(Math.abs(share - 1_000)).toBeLessThan(150)
})

test('when a member joins or leaves, only its own names move', () => {
  const ownerBefore = rendezvousHash(members)
  const ownerAfter = rendezvousHash([...members, 'd4'])
  for (const name of names) expect([ownerBefore(name), 'd4']).toContain(ownerAfter(name))
})

test('one member owns every name, no member owns none', () => {
  expect(rendezvousHash(['a1'])('recruiter:1/jobs')).toBe('a1')
  expect(rendezvousHash([])('recruiter:1/jobs')).toBeUndefined()
})
