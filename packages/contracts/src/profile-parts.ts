import { z } from 'zod'
import { described } from './described.ts'
import { FIRST_YEAR, LAST_YEAR } from './limits.ts'
import { educationTexts, employmentTexts, languageTexts } from './profile-texts.ts'
import { inOrder, line, text } from './text.ts'

/** What a profile may state in these fields (D-36); searches count by the career status. */
const careerStatuses = ['ActivelyLooking', 'OpenToOffers', 'NotLooking'] as const
export const careerStatus = z
  .enum(careerStatuses)
  .describe('Whether the candidate looks for work: actively, open to offers, or not.')
const languageLevels = ['Basic', 'Conversational', 'Fluent', 'Native'] as const
export const languageLevel = z.enum(languageLevels).describe('How well a language is spoken, lowest first.')

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
