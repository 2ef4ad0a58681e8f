import { expect, test } from 'vitest'
import { type Assessable, toAssessmentInput } from './input.ts'

test('months of a position: both ends count; a start that is missing or a placeholder counts nothing', () => {
  const held = [
    ['2020-01', '2020-12'],
    ['2026-01', null],
    [null, '2020-12'],
    ['0001-01', null],
    ['1900-01', '2020-12'],
    ['0001-01', '0001-12'],
    ['2020-02', '2020-01'],
  ].map(([startMonth, endMonth]) => ({ title: 'x', employer: '', description: '', startMonth, endMonth }))
  const created = {
    candidate: { skills: [], languages: [], jobTypes: [], education: [], employmentHistory: held },
    jobTitle: 'y',
    screeningAnswers: [],
    appliedAt: '2026-06-15T00:00:00.000Z',
  } as unknown as Assessable
  expect(toAssessmentInput(created).applicant.positions.map(({ months }) => months)).toEqual([
    12, 6, 0, 0, 0, 0, 0,
  ])
})
