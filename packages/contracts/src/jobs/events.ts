import { z } from 'zod'
import { eventType, stateType } from '../event.ts'
import { sandboxId } from '../sandbox/sandbox.ts'
import { id } from '../text.ts'
import { jobStatuses, salaryFields, screeningQuestion } from './job.ts'

/** The fields of a job that other services use. `version` grows with each change. */
export const jobFacts = z.object({
  jobId: id(),
  employerId: id(),
  status: z.enum(jobStatuses),
  title: z.string(),
  reference: z.string().nullable(),
  description: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  employmentType: z.string().nullable(),
  remoteType: z.string().nullable(),
  ...salaryFields,
  postedDate: z.iso.datetime().nullable(),
  expiryDate: z.iso.datetime().nullable(),
  screeningQuestions: z.array(screeningQuestion),
  version: z.int(),
  sandboxId,
})
export type JobFacts = z.output<typeof jobFacts>

export const jobCreated = eventType('jobs', 'job.created', 1, jobFacts, 'A draft was created.')
export const jobChanged = eventType(
  'jobs',
  'job.changed',
  1,
  jobFacts,
  'Fields or screening questions of a job were changed.',
)
export const jobPublished = eventType('jobs', 'job.published', 1, jobFacts, 'A draft was published.')
export const jobClosed = eventType('jobs', 'job.closed', 1, jobFacts, 'A job was closed by its employer.')
export const jobExpired = eventType(
  'jobs',
  'job.expired',
  1,
  jobFacts,
  'An active job reached its expiryDate.',
)

export const jobState = stateType('jobs', 'job', 1, jobFacts, 'A resync of jobs, once for each job.')
