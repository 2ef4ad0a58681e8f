import { z } from 'zod'
import { country } from './country.ts'
import { idOf } from './ids.ts'
import { MAX_DESCRIPTION_LENGTH } from './limits.ts'
import { salaryFields, salaryPatch } from './salary.ts'
import { screeningQuestion, screeningQuestionList } from './screening-question.ts'
import { clearable, email, line, patch, text, webUrl, wireTimestamp } from './text.ts'

/** Draft, then Active; Closed and Expired are final (D-20). */
export const jobStatuses = ['Draft', 'Active', 'Closed', 'Expired'] as const
export type JobStatus = (typeof jobStatuses)[number]
export const jobStatus = z
  .enum(jobStatuses)
  .describe(
    'Draft: not published. Active: published, candidates can apply. Closed: ended by the employer. Expired: ended by its `expiryDate`. Closed and Expired are final.',
  )

/** Needed to publish a job, not to draft it (D-21). */
export const employmentTypes = [
  'FullTime',
  'PartTime',
  'Contract',
  'Temporary',
  'Internship',
  'Apprenticeship',
  'Volunteer',
] as const
export const employmentType = z.enum(employmentTypes).describe('Kind of employment.')
export const remoteTypes = ['OnSite', 'HybridRemote', 'FullyRemote'] as const
export const remoteType = z
  .enum(remoteTypes)
  .describe('Place of work: on site, partly remote or entirely remote.')
export const applyMethods = ['EmailApply', 'PlatformApply', 'ExternalApply'] as const
export const applyMethod = z
  .enum(applyMethods)
  .describe(
    'How the posting asks candidates to apply. EmailApply: by e-mail to `applyEmailAddress`. PlatformApply: on this platform. ExternalApply: at `applyUrl`.',
  )

const title = line().min(1, 'must not be empty')

// What the fields mean, in requests and responses alike.
const texts = {
  title: 'Title of the job, on one line.',
  reference: "The employer's own reference of the job. Candidates do not see it.",
  description: `Full text of the posting. Plain text; line breaks are kept. At most ${MAX_DESCRIPTION_LENGTH} characters.`,
  city: 'City of the place of work.',
  country: 'Country of the place of work, ISO 3166-1 alpha-2 in upper case, such as `NO`.',
  employmentType: 'Kind of employment.',
  remoteType: 'Place of work.',
  applyMethod: 'How the posting asks candidates to apply.',
  applyEmailAddress: 'Address for applications by e-mail. Candidates do not see it.',
  applyUrl: 'Page to apply at, http or https.',
} as const
const toPublish = (field: keyof typeof texts, also = 'Required to publish') => `${texts[field]} ${also}.`

const patchFields = z.object({
  title: patch(title).describe(`${texts.title} Cannot be cleared.`),
  reference: patch(line()).describe(texts.reference),
  description: patch(text(MAX_DESCRIPTION_LENGTH)).describe(toPublish('description')),
  city: patch(line()).describe(toPublish('city')),
  country: patch(clearable(country())).describe(toPublish('country')),
  employmentType: patch(clearable(employmentType)).describe(toPublish('employmentType')),
  remoteType: patch(clearable(remoteType)).describe(toPublish('remoteType')),
  applyMethod: patch(clearable(applyMethod)).describe(toPublish('applyMethod')),
  applyEmailAddress: patch(clearable(email())).describe(
    toPublish('applyEmailAddress', 'Required to publish with `applyMethod` EmailApply'),
  ),
  applyUrl: patch(clearable(webUrl())).describe(
    toPublish('applyUrl', 'Required to publish with `applyMethod` ExternalApply'),
  ),
  ...salaryPatch,
  screeningQuestions: patch(screeningQuestionList).describe(
    'The screening questions, as the whole new list; an empty list removes all. A question keeps its id as long as its text, type and options stay the same.',
  ),
})

/** Body of `PUT /jobs/{id}`: any subset of the fields; `null` leaves a field unchanged, `""` clears it
 * (D-08). */
export const jobPatch = patchFields.describe(
  'Any subset of the fields. A field that is absent or null stays as it is; `""` clears it.',
)

/** Body of `POST /jobs`: only the title is required in a draft (D-21). */
export const jobDraft = patchFields
  .extend({ title: title.describe(texts.title) })
  .describe('A new draft. Only `title` is required; a field that is absent, null or `""` is empty.')

const summaryFields = z.object({
  id: idOf('job'),
  status: jobStatus,
  title: z.string().describe(texts.title),
  reference: z.string().nullable().describe(`${texts.reference} Null if it has none.`),
  city: z.string().nullable().describe(`${texts.city} Null until it is set.`),
  country: z.string().nullable().describe(`${texts.country} Null until it is set.`),
  employmentType: employmentType.nullable().describe(`${texts.employmentType} Null until it is set.`),
  remoteType: remoteType.nullable().describe(`${texts.remoteType} Null until it is set.`),
  ...salaryFields,
  postedDate: wireTimestamp().nullable().describe('When the job was published; null while it is a Draft.'),
  expiryDate: wireTimestamp()
    .nullable()
    .describe('From then on the job is Expired unless it was closed before; null while it is a Draft.'),
  createdAt: wireTimestamp().describe('When the draft was created.'),
  updatedAt: wireTimestamp().describe('When a field or the status last changed.'),
})

/** A job in a list (Spec §2). */
export const jobSummary = summaryFields.describe('A job in a list, without its description.')

/** One job with all fields (Spec §2). */
export const jobDetail = summaryFields
  .extend({
    description: z.string().nullable().describe(`${texts.description} Null until it is set.`),
    applyMethod: applyMethod.nullable().describe(`${texts.applyMethod} Null until it is set.`),
    applyEmailAddress: z.string().nullable().describe(`${texts.applyEmailAddress} Null if it has none.`),
    applyUrl: z.string().nullable().describe(`${texts.applyUrl} Null if it has none.`),
    screeningQuestions: z
      .array(screeningQuestion)
      .optional()
      .describe('The questions to everyone who applies, in order; empty if there are none.'),
  })
  .describe('A job of the employer, with all its fields.')
