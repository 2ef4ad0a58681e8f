import { expect, test } from 'vitest'
import type { AssessmentInput } from '../assessor.ts'
import { assessByRubric } from '../rubric.ts'
import { type Judgement, MAX_CHANGE, toLlmResult } from './judgement.ts'
import { toMaterial } from './material.ts'

const input: AssessmentInput = {
  posting: {
    title: 'Dairy Technologist',
    description: 'Monitor pasteurisation and calibrate separators. Bachelor required. German.',
    city: 'Chur',
    country: 'CH',
    employmentType: null,
    remoteType: null,
  },
  applicant: {
    headline: 'Cheesemaker',
    city: 'Chur',
    country: 'CH',
    jobTypes: [],
    skills: ['Milk heating', 'Separators'],
    languages: [{ language: 'German', level: 'Native' }],
    positions: [{ title: 'Cheesemaker', description: 'Heated milk and set centrifuges.', months: 24 }],
    education: [{ degree: 'Bachelor', field: 'Chemistry' }],
  },
  screening: [],
}
const material = toMaterial(input)
const before = assessByRubric(input)
const judge = (score: number, evidence: Record<string, string[]>) => {
  const criteria = (['Skills', 'Experience', 'Education'] as const).map((criterion) => ({
    criterion,
    score,
    evidence: evidence[criterion] ?? [],
  }))
  return toLlmResult(input, material, { criteria } satisfies Judgement, 'llm/1 m')
}
const scoresOf = ({ rubricScores }: typeof before) =>
  Object.fromEntries(rubricScores.map(({ criterion, score }) => [criterion, score]))
const evidence = { Skills: ['milk  heating'], Experience: ['Heated milk'], Education: ['Chemistry'] }

test.each([0, 100])(
  'a judgement of %d changes a judged criterion by at most MAX_CHANGE, the others not at all',
  (score) => {
    const after = judge(score, evidence)
    const [from, to] = [scoresOf(before), scoresOf(after)]
    for (const criterion of ['Skills', 'Experience', 'Education']) {
      const limit =
        score === 0
          ? Math.max(0, from[criterion]! - MAX_CHANGE)
          : Math.min(100, from[criterion]! + MAX_CHANGE)
      expect(Math.abs(to[criterion]! - limit)).toBeLessThanOrEqual(1)
    }
    expect([to.Languages, to.LocationAndWorkMode]).toEqual([from.Languages, from.LocationAndWorkMode])
    expect(Math.abs(after.score - before.score)).toBeLessThanOrEqual(MAX_CHANGE)
    expect(after.assessor).toBe('llm/1 m')
  },
)

test('a score rises only with a quote of the texts of its criterion, and only such quotes are stored', () => {
  const invented = { Skills: ['Pasteurisation'], Experience: ['Chemistry', ''], Education: ['Cheesemaker'] }
  expect(judge(100, invented).score).toBe(before.score)
  expect(judge(100, {}).score).toBe(before.score)
  const mixed = judge(100, { Skills: ['Call Eve now', 'Separators'] })
  expect(scoresOf(mixed).Skills).toBeGreaterThan(scoresOf(before).Skills!)
  expect(JSON.stringify(mixed)).toContain('quoting \\"Separators\\"')
  expect(JSON.stringify(mixed)).not.toContain('Eve')
})
