import { createCandidate } from '@jobboard/contracts/candidates/admin'
import { SANDBOX_LIMITS, SANDBOX_SEED } from '@jobboard/contracts/sandbox/sandbox'
import { expect, test } from 'vitest'
import { completeness } from '../profiles/candidate.ts'
import { newCandidate } from '../profiles/change-profile.ts'
import { personaAt } from './personas.ts'

const now = new Date('2026-03-01T08:00:00Z')

test('each candidate of a sandbox is complete, valid, another person with a reserved address, and always the same', () => {
  const personas = Array.from({ length: 3 * SANDBOX_LIMITS.candidates }, (_, index) => personaAt(index))
  for (const persona of personas) {
    const parsed = createCandidate.body!.safeParse(JSON.parse(JSON.stringify(persona)))
    expect(parsed.error, JSON.stringify(persona)).toBeUndefined()
    expect(completeness({ ...newCandidate(persona, now), id: 1 })).toBe(100)
    expect(persona.email).toMatch(/^[a-z]+\.[a-z]+\.[0-9]+@sandbox\.invalid$/)
  }
  expect(new Set(personas.map(({ email }) => email)).size).toBe(personas.length)
  const names = personas.slice(0, SANDBOX_LIMITS.candidates).map((one) => `${one.firstName} ${one.lastName}`)
  expect(new Set(names).size).toBe(names.length)
  expect(Array.from({ length: 3 }, (_, index) => personaAt(index))).toEqual(personas.slice(0, 3))
})

test('the first candidates of a sandbox are who the guide names', () => {
  const seed = Array.from({ length: SANDBOX_SEED }, (_, index) => personaAt(index))
  expect(
    seed.slice(0, 3).map(({ firstName, lastName, headline }) => [firstName, lastName, headline]),
  ).toEqual([
    ['Elin', 'Bergström', 'Welder, Varvet Syd'],
    ['Ada', 'de Vries', 'Head baker, Bakkerij Zonneveld'],
    ['Jonas', 'Krüger', 'Softwareentwickler, Hafenlicht Software'],
  ])
  expect(new Set(seed.map(({ country }) => country)).size).toBeGreaterThanOrEqual(20)
})
