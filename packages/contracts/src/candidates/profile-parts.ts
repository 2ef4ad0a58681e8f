import { z } from 'zod'
import { FIRST_YEAR, LAST_YEAR } from '../limits.ts'
import { inOrder, line, text } from '../text.ts'

/** The fields of an object with their descriptions in the API reference; each field has one. `nullMeans` is added
 * to those that may be null. */
export function described<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  texts: Record<keyof Shape, string>,
  nullMeans?: string,
): Shape {
  const describe = ([name, schema]: [string, z.ZodType]) => {
    const text = texts[name as keyof Shape]
    const isNullable = schema.safeParse(null).success
    return [name, schema.describe(isNullable && nullMeans ? `${text} ${nullMeans}` : text)]
  }
  return Object.fromEntries(Object.entries(shape).map(describe)) as Shape
}
// What the fields of a profile mean, for the profile and for its changes.
export const profileTexts = {
  firstName: 'Given name.',
  lastName: 'Family name.',
  email: 'E-mail address. Employers see it in applications and when they have unlocked the profile.',
  phone: 'Phone number, as written by the candidate.',
  linkedInUrl: 'Address of a LinkedIn page, http or https.',
  gitHubUrl: 'Address of a GitHub page, http or https.',
  websiteUrl: 'Address of a website of the candidate, http or https.',
  headline: 'What the candidate does, in one line. CV search finds it and shows it in results.',
  summary: 'The candidate in a few paragraphs of plain text. CV search finds it.',
  street: 'Street and number.',
  city: 'City of residence.',
  region: 'Region, state or province.',
  postalCode: 'Postal code.',
  country: 'Country of residence, ISO 3166-1 alpha-2 in upper case, such as `NO`.',
  careerStatus: 'Whether the candidate looks for work. CV search shows it in results.',
  expectedSalaryMin:
    'Lowest expected salary, a whole number of `expectedSalaryCurrency`; not above the highest.',
  expectedSalaryMax: 'Highest expected salary, a whole number of `expectedSalaryCurrency`.',
  expectedSalaryCurrency: 'Currency of the expected salary, ISO 4217 in upper case, such as `EUR`.',
  noticePeriodDays: 'Notice period in days.',
  jobTypes: 'Kinds of employment that the candidate looks for.',
  skills: 'Skills, each a few words. CV search finds them.',
  languages: 'Languages that the candidate speaks.',
  nationalities: 'Nationalities, ISO 3166-1 alpha-2 in upper case.',
  employmentHistory: 'Positions held, in the order in which the candidate sent them.',
  education: 'Courses of study, in the order in which the candidate sent them.',
}

/** What the fields of a position mean. */
export const employmentTexts = {
  title: 'Title of the position.',
  employer: 'Name of the employer; empty if it is not stated.',
  startMonth: 'First month, `YYYY-MM`.',
  endMonth: 'Last month, `YYYY-MM`; null for a position that is held now.',
  description: 'What the candidate did there; plain text, empty if it is not stated.',
}

/** What the fields of a course of study mean. */
export const educationTexts = {
  school: 'School or university; empty if it is not stated.',
  degree: 'Degree, such as MSc; empty if it is not stated.',
  field: 'Field of study; empty if it is not stated.',
  endYear: 'Year of the end, also a planned one.',
}

/** What the fields of a language mean. */
const languageTexts = {
  language: 'Name of the language.',
  level: 'How well the candidate speaks it; Conversational if it was not stated.',
}

/** What a profile may state in these fields (D-36); searches count by the career status. */
const careerStatuses = ['ActivelyLooking', 'OpenToOffers', 'NotLooking'] as const
export const careerStatus = z.enum(careerStatuses).meta({
  id: 'CareerStatus',
  description: 'Whether the candidate looks for work: actively, open to offers, or not.',
})
const languageLevels = ['Basic', 'Conversational', 'Fluent', 'Native'] as const
const languageLevel = z
  .enum(languageLevels)
  .meta({ id: 'LanguageLevel', description: 'How well a language is spoken, lowest first.' })

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2024-03')
  .refine(
    (text) => Number(text.slice(0, 4)) >= FIRST_YEAR,
    `must be in the years ${FIRST_YEAR} to ${LAST_YEAR}`,
  )
const year = z.int().min(FIRST_YEAR).max(2200)

const nullAllowed = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)

/** A position held. Months are `YYYY-MM`; no `endMonth` means it is the current one. */
export const employment = z
  .object(
    described(
      {
        title: line().min(1, 'must not be empty'),
        employer: line().default(''),
        startMonth: nullAllowed(month),
        endMonth: nullAllowed(month),
        description: text(10_000).default(''),
      },
      employmentTexts,
    ),
  )
  .refine(inOrder('startMonth', 'endMonth'), { path: ['endMonth'], error: 'must not be before startMonth' })

/** A course of study. */
export const education = z.object(
  described(
    {
      school: line().default(''),
      degree: line().default(''),
      field: line().default(''),
      endYear: nullAllowed(year),
    },
    educationTexts,
  ),
)

/** A language spoken. */
export const language = z.object(
  described({ language: line().min(1), level: languageLevel.default('Conversational') }, languageTexts),
)

export const NULL_MEANS = 'Null if it is not stated.'
const nullableText = z.string().nullable()

/** A position as it is read. */
export const heldPosition = z.object(
  described(
    {
      title: z.string(),
      employer: z.string(),
      startMonth: nullableText,
      endMonth: nullableText,
      description: z.string(),
    },
    { ...employmentTexts, startMonth: `${employmentTexts.startMonth} ${NULL_MEANS}` },
  ),
)

/** A course of study as it is read. */
export const completedEducation = z.object(
  described(
    { school: z.string(), degree: z.string(), field: z.string(), endYear: z.int().nullable() },
    educationTexts,
    NULL_MEANS,
  ),
)

/** A language as it is read. */
export const spokenLanguage = z.object(
  described({ language: z.string(), level: languageLevel }, languageTexts),
)
