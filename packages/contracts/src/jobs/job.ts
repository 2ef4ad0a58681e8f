import { z } from 'zod'
import { country, currency } from '../iso-codes.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_SALARY } from '../limits.ts'
import { clearable, email, idOf, line, patch, readAs, text, webUrl, wireTimestamp } from '../text.ts'

/** What a salary is paid for. */
export const salaryPeriods = ['Hour', 'Day', 'Month', 'Year'] as const
const salaryPeriod = z
  .enum(salaryPeriods)
  .meta({ id: 'SalaryPeriod', description: 'What a salary is paid for.' })

const amount = z
  .number()
  .min(0, `must be a number from 0 to ${MAX_SALARY}`)
  .max(MAX_SALARY, `must be a number from 0 to ${MAX_SALARY}`)
  .refine((value) => Number(value.toFixed(2)) === value, 'must have at most 2 decimals')

const salaryTexts = {
  salaryMin: `Lowest salary for one \`salaryPeriod\`, in \`salaryCurrency\`: a number with at most 2 decimals, at most ${MAX_SALARY}; not above the highest.`,
  salaryMax: 'Highest salary, as `salaryMin`.',
  salaryCurrency: 'Currency of the salary, ISO 4217 in upper case, such as `EUR`.',
  salaryPeriod: 'What the salary is paid for.',
} as const
const withAmount = 'Required with `salaryMin` or `salaryMax`.'

/** The salary in the body of a job: `""` clears a field, null leaves it (D-08). */
const salaryPatch = {
  salaryMin: patch(clearable(amount)).describe(salaryTexts.salaryMin),
  salaryMax: patch(clearable(amount)).describe(salaryTexts.salaryMax),
  salaryCurrency: patch(clearable(currency)).describe(`${salaryTexts.salaryCurrency} ${withAmount}`),
  salaryPeriod: patch(clearable(salaryPeriod)).describe(`${salaryTexts.salaryPeriod} ${withAmount}`),
}

/** The salary in responses and events; a replica of an older release leaves it out. */
export const salaryFields = {
  salaryMin: z.number().nullable().optional().describe(`${salaryTexts.salaryMin} Null if none was given.`),
  salaryMax: z.number().nullable().optional().describe(`${salaryTexts.salaryMax} Null if none was given.`),
  salaryCurrency: z
    .string()
    .nullable()
    .optional()
    .describe(`${salaryTexts.salaryCurrency} Null if none was given.`),
  salaryPeriod: salaryPeriod
    .nullable()
    .optional()
    .describe(`${salaryTexts.salaryPeriod} Null if none was given.`),
}

/** The salary of a job; null where nothing was given. */
export interface Salary {
  salaryMin: number | null
  salaryMax: number | null
  salaryCurrency: string | null
  salaryPeriod: (typeof salaryPeriods)[number] | null
}

/** Kinds of screening questions (Admin API). */
const questionTypes = ['YesNo', 'Text', 'Number', 'SingleChoice'] as const
export const questionType = z.enum(questionTypes).meta({
  id: 'ScreeningQuestionType',
  description:
    'Type of the answer. YesNo: a boolean. Text: a string. Number: a number. SingleChoice: one of `options`, spelled the same.',
})
const questionTexts = {
  text: 'The question as candidates read it.',
  required: 'True if an apply without an answer is refused.',
} as const

/** A screening question as returned to candidates. */
export const screeningQuestion = z
  .object({
    id: idOf('question'),
    text: z.string().describe(questionTexts.text),
    type: questionType,
    required: z.boolean().describe(questionTexts.required),
    options: z.array(z.string()).describe('The answers to choose from; empty unless `type` is SingleChoice.'),
  })
  .meta({
    id: 'ScreeningQuestion',
    description: 'A question of the employer to everyone who applies to the job.',
    example: { id: 7, text: 'Can you start at 4 a.m.?', type: 'YesNo', required: true, options: [] },
  })
export type ScreeningQuestion = z.output<typeof screeningQuestion>

/** Body of replace-screening-questions (Admin API); only SingleChoice questions have `options`. */
export const screeningQuestionList = z
  .array(
    z
      .object({
        text: line(1_000).min(1, 'must not be empty').describe(questionTexts.text),
        type: questionType,
        required: z.boolean().describe(questionTexts.required),
        options: z
          .array(line().min(1, 'must not be empty'))
          .max(100)
          .nullish()
          .transform((options) => options ?? [])
          .describe('The answers to choose from, each once. Required with SingleChoice, refused otherwise.'),
      })
      .refine(({ type, options }) => (type === 'SingleChoice') === options.length > 0, {
        path: ['options'],
        error: 'are required with SingleChoice and not allowed with other types',
      })
      .refine(({ options }) => new Set(options.map(readAs)).size === options.length, {
        path: ['options'],
        error: 'must not repeat an option',
      }),
  )
  .max(100, 'must have at most 100 questions')
  .describe('The whole new list, in the order in which candidates read it. An empty list removes all.')

/** Draft, then Active; Closed and Expired are final (D-20). */
export const jobStatuses = ['Draft', 'Active', 'Closed', 'Expired'] as const
export type JobStatus = (typeof jobStatuses)[number]
export const jobStatus = z.enum(jobStatuses).meta({
  id: 'JobStatus',
  description:
    'Draft: not published. Active: published, candidates can apply. Closed: ended by the employer. Expired: ended by its `expiryDate`. Closed and Expired are final.',
})

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
export const employmentType = z
  .enum(employmentTypes)
  .meta({ id: 'EmploymentType', description: 'Kind of employment.' })
export const remoteTypes = ['OnSite', 'HybridRemote', 'FullyRemote'] as const
export const remoteType = z
  .enum(remoteTypes)
  .meta({ id: 'RemoteType', description: 'Place of work: on site, partly remote or entirely remote.' })
export const applyMethods = ['EmailApply', 'PlatformApply', 'ExternalApply'] as const
export const applyMethod = z.enum(applyMethods).meta({
  id: 'ApplyMethod',
  description:
    'How the posting asks candidates to apply. EmailApply: by e-mail to `applyEmailAddress`. PlatformApply: on this platform. ExternalApply: at `applyUrl`.',
})

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

const fieldsExample = {
  title: 'Baker',
  reference: 'BK-7',
  city: 'Utrecht',
  country: 'NL',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  salaryMin: 3000,
  salaryMax: 3600,
  salaryCurrency: 'EUR',
  salaryPeriod: 'Month',
}
const summaryExample = {
  id: 7,
  status: 'Active',
  ...fieldsExample,
  postedDate: '2026-03-01T09:05:00.000Z',
  expiryDate: '2026-04-01T00:00:00.000Z',
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:05:00.000Z',
}
const textExample = { description: 'Bread before sunrise, home by noon.', applyMethod: 'PlatformApply' }
const detailExample = {
  ...summaryExample,
  ...textExample,
  applyEmailAddress: null,
  applyUrl: null,
  screeningQuestions: [],
}
/** The job of the examples before it is published. */
export const draftExample = {
  ...detailExample,
  status: 'Draft',
  postedDate: null,
  expiryDate: null,
  updatedAt: detailExample.createdAt,
}

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
export const jobPatch = patchFields.meta({
  id: 'JobPatch',
  description: 'Any subset of the fields. A field that is absent or null stays as it is; `""` clears it.',
  example: { title: 'Head baker', remoteType: 'HybridRemote', reference: null },
})

/** Body of `POST /jobs`: only the title is required in a draft (D-21). */
export const jobDraft = patchFields.extend({ title: title.describe(texts.title) }).meta({
  id: 'JobDraft',
  description: 'A new draft. Only `title` is required; a field that is absent, null or `""` is empty.',
  example: { ...fieldsExample, ...textExample },
})

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
export const jobSummary = summaryFields.meta({
  id: 'JobSummary',
  description: 'A job in a list, without its description.',
  example: summaryExample,
})

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
  .meta({ id: 'Job', description: 'A job of the employer, with all its fields.', example: detailExample })
