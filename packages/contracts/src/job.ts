import { z } from 'zod'
import { country } from './country.ts'
import { MAX_DESCRIPTION_LENGTH } from './limits.ts'
import { email, id, line, patch, text, wireTimestamp } from './text.ts'

/** D-20 */
export const jobStatuses = ['Draft', 'Active', 'Closed', 'Expired'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** D-21 */
export const employmentTypes = [
  'FullTime',
  'PartTime',
  'Contract',
  'Temporary',
  'Internship',
  'Apprenticeship',
  'Volunteer',
] as const
export const remoteTypes = ['OnSite', 'HybridRemote', 'FullyRemote'] as const
export const applyMethods = ['EmailApply', 'PlatformApply', 'ExternalApply'] as const

const title = line().min(1, 'must not be empty')
const webUrl = line(2_000)
  .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
  .meta({ format: 'uri' })
const clearable = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema])

const optional = {
  reference: line(),
  description: text(MAX_DESCRIPTION_LENGTH),
  city: line(),
  country: clearable(country()),
  employmentType: clearable(z.enum(employmentTypes)),
  remoteType: clearable(z.enum(remoteTypes)),
  applyMethod: clearable(z.enum(applyMethods)),
  applyEmailAddress: clearable(email()),
  applyUrl: clearable(webUrl),
}

/** Body of `PUT /jobs/{id}`: any subset of the fields; `null` leaves a field unchanged, `""` clears it
 * (D-08). */
export const jobPatch = z.object({
  title: patch(title),
  reference: patch(optional.reference),
  description: patch(optional.description),
  city: patch(optional.city),
  country: patch(optional.country),
  employmentType: patch(optional.employmentType),
  remoteType: patch(optional.remoteType),
  applyMethod: patch(optional.applyMethod),
  applyEmailAddress: patch(optional.applyEmailAddress),
  applyUrl: patch(optional.applyUrl),
})

/** Body of `POST /jobs`: only the title is required in a draft (D-21). */
export const jobDraft = jobPatch.extend({ title })

/** A job in a list (Spec §2). */
export const jobSummary = z.object({
  id: id(),
  status: z.enum(jobStatuses),
  title: z.string(),
  reference: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  employmentType: z.enum(employmentTypes).nullable(),
  remoteType: z.enum(remoteTypes).nullable(),
  postedDate: wireTimestamp().nullable(),
  expiryDate: wireTimestamp().nullable(),
  createdAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
})

/** One job with all fields (Spec §2). */
export const jobDetail = jobSummary.extend({
  description: z.string().nullable(),
  applyMethod: z.enum(applyMethods).nullable(),
  applyEmailAddress: z.string().nullable(),
  applyUrl: z.string().nullable(),
})

/** Kinds of screening questions (Admin API). */
const questionTypes = ['YesNo', 'Text', 'Number', 'SingleChoice'] as const

/** A screening question as returned to candidates. */
export const screeningQuestion = z.object({
  id: id(),
  text: z.string(),
  type: z.enum(questionTypes),
  required: z.boolean(),
  options: z.array(z.string()),
})
export type ScreeningQuestion = z.output<typeof screeningQuestion>

/** Body of replace-screening-questions (Admin API); only SingleChoice questions have `options`. */
export const screeningQuestionList = z
  .array(
    z
      .object({
        text: line(1_000).min(1, 'must not be empty'),
        type: z.enum(questionTypes),
        required: z.boolean(),
        options: z
          .array(line().min(1, 'must not be empty'))
          .max(100)
          .nullish()
          .transform((options) => options ?? []),
      })
      .refine(({ type, options }) => (type === 'SingleChoice') === options.length > 0, {
        path: ['options'],
        error: 'are required with SingleChoice and not allowed with other types',
      })
      .refine(({ options }) => new Set(options).size === options.length, {
        path: ['options'],
        error: 'must not repeat an option',
      }),
  )
  .max(100, 'must have at most 100 questions')
