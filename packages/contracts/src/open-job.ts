import { z } from 'zod'
import { idOf } from './ids.ts'
import { applyMethod, employmentType, remoteType } from './job.ts'
import { salaryFields } from './salary.ts'
import { screeningQuestion } from './screening-question.ts'
import { wireTimestamp } from './text.ts'

const openJobFields = z.object({
  id: idOf('job'),
  title: z.string().describe('Title of the job.'),
  employerName: z.string().describe('Name of the employer.'),
  city: z.string().describe('City of the place of work.'),
  country: z.string().describe('Country of the place of work, ISO 3166-1 alpha-2.'),
  employmentType,
  remoteType,
  ...salaryFields,
  postedAt: wireTimestamp().describe('When the job was published.'),
  expiresAt: wireTimestamp().describe(
    'From then on nobody can apply; the employer may close the job before.',
  ),
})

/** An Active job in the list of a candidate: what candidates may see of it. */
export const openJobSummary = openJobFields
  .extend({ summary: z.string().describe('The beginning of the description, at most 300 characters.') })
  .describe('An Active job in a list, as candidates see it.')

/** An Active job as a candidate reads it before applying. */
export const openJob = openJobFields
  .extend({
    description: z.string().describe('The full text of the posting; plain text.'),
    applyMethod,
    applyUrl: z
      .string()
      .nullable()
      .describe('Page to apply at, with `applyMethod` ExternalApply; null otherwise.'),
    screeningQuestions: z
      .array(screeningQuestion)
      .describe('The questions to answer in `screeningAnswers` of an apply; empty if there are none.'),
  })
  .describe('An Active job as a candidate reads it before applying.')
