import { MAX_PROFILE_BYTES } from '@jobboard/contracts/limits'
import { expect, test } from 'vitest'
import type { Candidate, CandidateForm } from './candidate.ts'
import { changeProfile, newCandidate } from './change-profile.ts'

const created = new Date('2030-01-01T00:00:00Z')
const later = new Date('2030-01-02T00:00:00Z')
const form = { firstName: 'A', lastName: 'B', email: 'a@b.test' } as CandidateForm
const candidate: Candidate = { ...newCandidate(form, created), id: 1 }

test('a changed profile moves updatedAt and counts as activity; changed consent or visibility does neither', () => {
  expect(changeProfile(candidate, { city: 'Oslo' }, later)).toMatchObject({
    ...{ city: 'Oslo', version: 2, updatedAt: later, lastActiveAt: later },
  })
  expect(changeProfile(candidate, { isSearchable: false, consentExpiresAt: later }, later)).toMatchObject({
    ...{ isSearchable: false, version: 2, updatedAt: created, lastActiveAt: created },
  })
})

test('activity never moves back', () => {
  expect(changeProfile({ ...candidate, lastActiveAt: later }, { city: 'Oslo' }, created)).toMatchObject({
    ...{ updatedAt: created, lastActiveAt: later },
  })
})

test('a profile of exactly the limit is accepted; one byte more is refused and names the largest field (P-281)', () => {
  const {
    consentExpiresAt,
    isSearchable,
    lastActiveAt,
    version,
    createdAt,
    updatedAt,
    sandboxId,
    ...fields
  } = changeProfile(candidate, { city: 'Oslo', summary: '' }, later)
  // The field is null in `fields`, and quotes take the other two bytes.
  const room = MAX_PROFILE_BYTES - Buffer.byteLength(JSON.stringify(fields)) + 'null'.length - 2
  const patch = { city: 'Oslo', summary: 'x'.repeat(room) }
  expect(changeProfile(candidate, patch, later).summary).toHaveLength(room)
  const larger = { ...patch, summary: `${patch.summary}x` }
  expect(() => changeProfile(candidate, larger, later)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ pointer: '/summary' })] }),
  )
})
