import { upstreamNames } from '@jobboard/contracts/services'
import { expect, test } from 'vitest'
import { planSteps, services } from './steps.ts'

test('every service is run alone in both directions, between a rolling upgrade and a rolling way back (P-531)', () => {
  expect([...services].sort()).toEqual([...upstreamNames, 'gateway'].sort())
  const steps = planSteps([])
  const alone = (before: string) =>
    steps.filter((step) => step.before === before && step.isUndone).flatMap(({ change }) => change)
  expect(alone('new')).toEqual(services)
  expect(alone('old')).toEqual(services)
  expect(steps.filter(({ isUndone, change }) => !isUndone && change.length === services.length)).toHaveLength(
    2,
  )
})

test('--only: the pairs of these services, without the rolling changes', () => {
  const names = planSteps(['jobs', 'portal']).map(({ name }) => name)
  expect(names).toEqual(['jobs N-1, all others N', 'portal N, all others N-1', 'jobs N, all others N-1'])
})

test('no step needs a change of everything without load, except between the two halves of --only', () => {
  let current = 'old'
  for (const step of planSteps([])) {
    expect(step.before).toBe(current)
    if (!step.isUndone && step.change.length > 0) current = current === 'old' ? 'new' : 'old'
  }
})
