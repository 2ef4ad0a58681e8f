import { z } from 'zod'
import { currency } from './currency.ts'
import { MAX_SALARY } from './limits.ts'
import { clearable, patch } from './text.ts'

/** What a salary is paid for. */
export const salaryPeriods = ['Hour', 'Day', 'Month', 'Year'] as const
export const salaryPeriod = z.enum(salaryPeriods).describe('What a salary is paid for.')

const amount = z
  .number()
  .min(0, `must be a number from 0 to ${MAX_SALARY}`)
  .max(MAX_SALARY, `must be a number from 0 to ${MAX_SALARY}`)
  .refine((value) => Number(value.toFixed(2)) === value, 'must have at most 2 decimals')

const texts = {
  salaryMin: `Lowest salary for one \`salaryPeriod\`, in \`salaryCurrency\`: a number with at most 2 decimals, at most ${MAX_SALARY}; not above the highest.`,
  salaryMax: 'Highest salary, as `salaryMin`.',
  salaryCurrency: 'Currency of the salary, ISO 4217 in upper case, such as `EUR`.',
  salaryPeriod: 'What the salary is paid for.',
} as const
const withAmount = 'Required with `salaryMin` or `salaryMax`.'

/** The salary in the body of a job: `""` clears a field, null leaves it (D-08). */
export const salaryPatch = {
  salaryMin: patch(clearable(amount)).describe(texts.salaryMin),
  salaryMax: patch(clearable(amount)).describe(texts.salaryMax),
  salaryCurrency: patch(clearable(currency)).describe(`${texts.salaryCurrency} ${withAmount}`),
  salaryPeriod: patch(clearable(salaryPeriod)).describe(`${texts.salaryPeriod} ${withAmount}`),
}

/** The salary in responses and events; a replica of an older release leaves it out. */
export const salaryFields = {
  salaryMin: z.number().nullable().optional().describe(`${texts.salaryMin} Null if none was given.`),
  salaryMax: z.number().nullable().optional().describe(`${texts.salaryMax} Null if none was given.`),
  salaryCurrency: z
    .string()
    .nullable()
    .optional()
    .describe(`${texts.salaryCurrency} Null if none was given.`),
  salaryPeriod: salaryPeriod.nullable().optional().describe(`${texts.salaryPeriod} Null if none was given.`),
}

/** The salary of a job; null where nothing was given. */
export interface Salary {
  salaryMin: number | null
  salaryMax: number | null
  salaryCurrency: string | null
  salaryPeriod: (typeof salaryPeriods)[number] | null
}
