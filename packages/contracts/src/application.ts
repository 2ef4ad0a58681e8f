import { z } from 'zod'
import { score } from './assessment.ts'
import { profile } from './candidate.ts'
import { id, text, wireTimestamp } from './text.ts'

/** Spec §3 */
export const applicationStatuses = [
  'New',
  'Screened',
  'Shortlisted',
  'Interviewing',
  'Interviewed',
  'Offered',
  'Hired',
  'Rejected',
  'Withdrawn',
] as const
export const applicationStatus = z.enum(applicationStatuses)
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** How an application was submitted (D-56). */
export const applicationTypes = ['Api', 'Web', 'Email'] as const

/** An answer to a screening question (D-34). */
export const screeningAnswer = z.object({
  questionId: id(),
  answer: z.union([text(10_000), z.number(), z.boolean()]),
})

/** An application in a recruiter's list (Spec §2). */
export const applicationSummary = z.object({
  id: id(),
  jobId: id(),
  jobTitle: z.string(),
  jobReference: z.string().nullable(),
  candidateId: id(),
  name: z.string(),
  email: z.string(),
  headline: z.string().nullable(),
  status: applicationStatus,
  applicationType: z.enum(applicationTypes),
  isAiAssisted: z.boolean(),
  appliedAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
  tags: z.array(z.string()).meta({ description: 'Labels of the tags of the candidate, in their order' }),
  assessmentScore: score
    .nullable()
    .optional()
    .meta({ description: 'Score of the AI assessment; null until it is computed' }),
})

/** One application with contact details and answers (Spec §2). */
export const applicationDetail = applicationSummary.extend({
  phone: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  coverLetter: z.string().nullable(),
  resumeUrl: z.string().nullable(),
  screeningAnswers: z.array(
    z.object({
      questionId: id(),
      question: z.string(),
      answer: z.union([z.string(), z.number(), z.boolean()]),
    }),
  ),
  profile: profile.meta({ description: 'The profile of the candidate at the time of applying' }),
  allowedTransitions: z
    .array(applicationStatus)
    .meta({ description: 'The statuses that may follow the current one' }),
})

/** A change of status, with who made it: the key, and its user if it has one (Spec §3). */
export const applicationChange = z.object({
  id: id(),
  previousStatus: applicationStatus,
  status: applicationStatus,
  note: z.string().nullable(),
  authorKeyId: id(),
  authorUserId: id().nullable(),
  changedAt: wireTimestamp(),
})

/** An application as returned to its candidate (D-35). */
export const ownApplication = z.object({
  id: id(),
  jobId: id(),
  jobTitle: z.string(),
  employerName: z.string(),
  status: applicationStatus,
  appliedAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
  coverLetter: z.string().nullable(),
  resumeUrl: z.string().nullable(),
})

/** Response of the portal's apply (Admin API): also says who applied and how. */
export const submittedApplication = ownApplication.extend({
  candidateId: id(),
  applicationType: z.enum(applicationTypes),
  isAiAssisted: z.boolean(),
})
