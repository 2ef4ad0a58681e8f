import { upstreamNames } from '@jobboard/contracts/services'
import { expect, test } from 'vitest'
import { chosen } from '../fault.ts'
import { faults, services } from './skew.ts'

test('every service is run alone in both directions, between a rolling upgrade and a rolling way back (P-531)', () => {
  expect([...services].sort()).toEqual([...upstreamNames, 'gateway'].sort())
  const sets = faults.map(({ isNew }) => isNew)
  const others = services.map((name) => services.filter((one) => one !== name))
  expect(sets).toEqual([services, ...others, [], [], ...services.map((name) => [name])])
})

test('--only: the pairs of these services, without the rolling changes', () => {
  const names = chosen(faults, ['jobs', 'portal']).map(({ name }) => name)
  expect(names).toEqual(['jobs N-1, all others N', 'portal N, all others N-1', 'jobs N, all others N-1'])
})
