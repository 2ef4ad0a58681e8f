import { normalForm } from '@jobboard/contracts/characters'
import { countryCodes, countryNumber } from '@jobboard/contracts/iso-codes'
import { withLineFeeds } from '@jobboard/contracts/text'
import { nearest } from '@jobboard/service/http/unknown-fields'
import { texts as componentTexts } from '../../html/texts.ts'
import { texts } from './texts.ts'

const names = new Intl.DisplayNames(componentTexts.locale, { type: 'region' })
const codeByWord = new Map([
  ...countryCodes.flatMap((code): [string, string][] => [
    [fold(code), code],
    [fold(countryName(code)), code],
  ]),
  ...Object.entries(texts.otherCountryNames).map(([name, code]): [string, string] => [fold(name), code]),
])

/** The name of a country, from its ISO 3166-1 alpha-2 code. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}

/** ISO 3166-1 numeric codes of the countries in a text with commas: names or alpha-2 codes, in any letter case. `unknown`
 * are the words that are no country, each with the name that it may mean. */
export function readCountries(typed: string): {
  numbers: number[]
  unknown: { word: string; meant: string | undefined }[]
} {
  const words = withLineFeeds(typed)
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const found = words.map((word) => ({ word, code: codeByWord.get(fold(word)) }))
  const known = new Set(found.flatMap(({ code }) => (code ? [countryNumber(code)!] : [])))
  // The first is enough to say what is wrong, and bounds the work.
  const unknown = found.filter(({ code }) => !code).slice(0, 1)
  return {
    numbers: [...known],
    unknown: unknown.map(({ word }) => ({ word, meant: nearest(word, countryCodes.map(countryName)) })),
  }
}

function fold(word: string): string {
  return normalForm(word, 'NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
