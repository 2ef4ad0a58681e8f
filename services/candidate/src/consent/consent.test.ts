import { expect, test } from 'vitest'
import { assertConsent, renewed, withdrawn } from '../profiles/candidate.ts'

const now = new Date('2030-01-01T00:00:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

test('a consent has lapsed from the millisecond on at which it expires', () => {
  for (const consentExpiresAt of [before, now])
    expect(() => assertConsent({ consentExpiresAt }, now)).toThrow('lapsed')
  for (const consentExpiresAt of [after, null])
    expect(() => assertConsent({ consentExpiresAt }, now)).not.toThrow()
})

test('a withdrawal ends a consent now and leaves one that has lapsed; a renewal never shortens (P-131)', () => {
  const ends = [before, after, null].map((consentExpiresAt) => withdrawn({ consentExpiresAt }, now))
  expect(ends.map(({ consentExpiresAt }) => consentExpiresAt)).toEqual([before, now, now])
  const { consentExpiresAt: year } = renewed({ consentExpiresAt: before }, now)
  expect(year).toEqual(new Date('2031-01-01T00:00:00Z'))
  const longer = { consentExpiresAt: new Date(year!.getTime() + 1) }
  expect([renewed(longer, now), renewed({ consentExpiresAt: null }, now)]).toEqual([
    longer,
    { consentExpiresAt: null },
  ])
})
