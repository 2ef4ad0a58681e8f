import { z } from 'zod'
import { country } from './country.ts'
import { employmentTypes } from './job.ts'
import { email, id, line, patch, text, timestamp, wireTimestamp } from './text.ts'

/** D-36 */
export const careerStatuses = ['ActivelyLooking', 'OpenToOffers', 'NotLooking'] as const
export const languageLevels = ['Basic', 'Conversational', 'Fluent', 'Native'] as const

const currencies = new Set(Intl.supportedValuesOf('currency'))
const currency = z
  .string()
  .refine((code) => currencies.has(code), 'must be an ISO 4217 currency code, such as USD')
  .meta({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' })
const salary = z.int().min(0).max(1_000_000_000)
const url = z.union([
  z.literal(''),
  line(2_000)
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }))
    .meta({ format: 'uri' }),
])
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2024-03')
const year = z.int().min(1900).max(2200)

/** A position held. Months are `YYYY-MM`; no `endMonth` means it is the current one. */
const employment = z.object({
  title: line().min(1, 'must not be empty'),
  employer: line().default(''),
  startMonth: month.nullish().transform((value) => value ?? null),
  endMonth: month.nullish().transform((value) => value ?? null),
  description: text(10_000).default(''),
})

/** A course of study. */
const education = z.object({
  school: line().default(''),
  degree: line().default(''),
  field: line().default(''),
  endYear: year.nullish().transform((value) => value ?? null),
})

/** A language spoken. */
const language = z.object({
  language: line().min(1),
  level: z.enum(languageLevels).default('Conversational'),
})

const patchFields = {
  firstName: patch(line().min(1, 'must not be empty')),
  lastName: patch(line().min(1, 'must not be empty')),
  email: patch(email()),
  phone: patch(line(50)),
  linkedInUrl: patch(url),
  gitHubUrl: patch(url),
  websiteUrl: patch(url),
  headline: patch(line()),
  summary: patch(text(10_000)),
  street: patch(line()),
  city: patch(line()),
  region: patch(line()),
  postalCode: patch(line(20)),
  country: patch(z.union([z.literal(''), country()])),
  careerStatus: patch(z.enum(careerStatuses)),
  expectedSalaryMin: patch(salary),
  expectedSalaryMax: patch(salary),
  expectedSalaryCurrency: patch(currency),
  noticePeriodDays: patch(z.int().min(0).max(3_650)),
  jobTypes: patch(z.array(z.enum(employmentTypes)).max(20)),
  skills: patch(z.array(line(100).min(1)).max(200)),
  languages: patch(z.array(language).max(50)),
  nationalities: patch(z.array(country()).max(10)),
  employmentHistory: patch(z.array(employment).max(100)),
  education: patch(z.array(education).max(50)),
}

/** Body of `PUT /me/profile` (D-36): every field is optional, `null` leaves a field unchanged, `""` clears a
 * text, and a list replaces the whole list. */
export const profilePatch = z.object(patchFields)

const nullableText = z.string().nullable()

/** The full profile (Spec §2). `completeness` is 0 to 100 (D-37). */
export const profile = z.object({
  id: id(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: nullableText,
  linkedInUrl: nullableText,
  gitHubUrl: nullableText,
  websiteUrl: nullableText,
  headline: nullableText,
  summary: nullableText,
  street: nullableText,
  city: nullableText,
  region: nullableText,
  postalCode: nullableText,
  country: nullableText,
  careerStatus: z.enum(careerStatuses).nullable(),
  expectedSalaryMin: z.int().nullable(),
  expectedSalaryMax: z.int().nullable(),
  expectedSalaryCurrency: nullableText,
  noticePeriodDays: z.int().nullable(),
  jobTypes: z.array(z.enum(employmentTypes)),
  skills: z.array(z.string()),
  languages: z.array(z.object({ language: z.string(), level: z.enum(languageLevels) })),
  nationalities: z.array(z.string()),
  employmentHistory: z.array(
    z.object({
      title: z.string(),
      employer: z.string(),
      startMonth: nullableText,
      endMonth: nullableText,
      description: z.string(),
    }),
  ),
  education: z.array(
    z.object({ school: z.string(), degree: z.string(), field: z.string(), endYear: z.int().nullable() }),
  ),
  completeness: z.int().min(0).max(100),
  createdAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
})
export type Profile = z.output<typeof profile>

/** What is optional in a profile, as it is before the candidate fills it in. */
export const emptyProfile = {
  phone: null,
  linkedInUrl: null,
  gitHubUrl: null,
  websiteUrl: null,
  headline: null,
  summary: null,
  street: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  careerStatus: null,
  expectedSalaryMin: null,
  expectedSalaryMax: null,
  expectedSalaryCurrency: null,
  noticePeriodDays: null,
  jobTypes: [],
  skills: [],
  languages: [],
  nationalities: [],
  employmentHistory: [],
  education: [],
} satisfies Partial<Profile>

// In UTC: an offset can move a date of the year 9999 into the year 10000, which no timestamp of a response can state.
const MIN_YEAR = 1
const MAX_YEAR = 9_999
const isFourDigitYear = (date: Date) => date.getUTCFullYear() >= MIN_YEAR && date.getUTCFullYear() <= MAX_YEAR

/** Fields that only the portal may set (Admin API). */
export const adminProfileFields = {
  consentExpiresAt: patch(
    timestamp().refine(isFourDigitYear, `must be in the years ${MIN_YEAR} to ${MAX_YEAR} UTC`),
  ),
  isSearchable: patch(z.boolean()),
}

/** What creates a candidate: the body of the Admin API, and a line of an import. */
export const newCandidate = profilePatch.extend({
  ...adminProfileFields,
  firstName: line().min(1),
  lastName: line().min(1),
  email: email(),
})
