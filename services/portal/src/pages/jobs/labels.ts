import { countryCodes } from '@jobboard/contracts/iso-codes'
import {
  applyMethods,
  employmentTypes,
  questionType,
  remoteTypes,
  salaryPeriods,
} from '@jobboard/contracts/jobs/job'
import type { Option } from '../../html/field.ts'
import { texts as componentTexts } from '../../html/texts.ts'
import { texts } from './texts.ts'

const { locale } = componentTexts
const regions = new Intl.DisplayNames(locale, { type: 'region' })
const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
const none: Option = { value: '', label: texts.choose }

/** Choices of the fields of a job. */
export const choices = {
  country: [
    none,
    ...countryCodes
      .map((value) => ({ value, label: regions.of(value) ?? value }))
      .sort((a, b) => (a.label < b.label ? -1 : 1)),
  ],
  salaryCurrency: [
    none,
    ...Intl.supportedValuesOf('currency').map((value) => ({
      value,
      label: `${value} – ${currencies.of(value)}`,
    })),
  ],
  employmentType: [none, ...named(employmentTypes, texts.employmentTypes)],
  remoteType: [none, ...named(remoteTypes, texts.remoteTypes)],
  applyMethod: [none, ...named(applyMethods, texts.applyMethods)],
  salaryPeriod: [none, ...named(salaryPeriods, texts.salaryPeriods)],
  questionType: named(questionType.options, texts.questionTypes),
} as const

/** The words for a stored value of a field with choices; the value itself when it has none. */
export function wordsOf(field: string, value: string): string {
  const options = (choices as unknown as Record<string, readonly Option[] | undefined>)[field]
  return options?.find((option) => option.value === value)?.label ?? value
}

/** The name of a country. */
export function countryName(code: string): string {
  return regions.of(code) ?? code
}

function named<N extends string>(names: readonly N[], words: Record<N, string>): Option[] {
  return names.map((value) => ({ value, label: words[value] }))
}
