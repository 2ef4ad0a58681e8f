import { z } from 'zod'
import { applyMethods, employmentTypes, remoteTypes, screeningQuestion } from './job.ts'
import { id, wireTimestamp } from './text.ts'

/** An Active job in the list of a candidate: what candidates may see of it (P-127). */
export const openJobSummary = z.object({
  id: id(),
  title: z.string(),
  employerName: z.string(),
  city: z.string(),
  country: z.string(),
  employmentType: z.enum(employmentTypes),
  remoteType: z.enum(remoteTypes),
  summary: z.string().meta({ description: 'The beginning of the description, at most 300 characters' }),
  postedAt: wireTimestamp(),
  expiresAt: wireTimestamp(),
})

/** An Active job as a candidate reads it before applying (P-129). */
export const openJob = openJobSummary.omit({ summary: true }).extend({
  description: z.string(),
  applyMethod: z.enum(applyMethods),
  applyUrl: z.string().nullable().meta({ description: 'Set with `applyMethod` ExternalApply' }),
  screeningQuestions: z
    .array(screeningQuestion)
    .meta({ description: 'To answer in `screeningAnswers` of an apply' }),
})
