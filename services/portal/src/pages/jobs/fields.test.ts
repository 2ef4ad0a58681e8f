import { jobPatch } from '@jobboard/contracts/jobs/job'
import { expect, test } from 'vitest'
import { jobFields } from './fields.ts'

test('the form has every field that an employer can change', () => {
  expect(jobFields.toSorted()).toEqual(Object.keys(jobPatch.shape).toSorted())
})
