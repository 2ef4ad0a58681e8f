import { isoCountry } from '@jobboard/contracts/iso-codes'

/** Languages in which people name their country in an application; that of the country comes beside them. Each takes 5 ms, at
 * its first use. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ru']

/** What people write beside the codes and names of the standards. */
const ALSO: Record<string, { names?: string[]; codes?: string[] }> = {
  GB: {
    names: ['UK', 'Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
    codes: ['UK'],
  },
  US: { names: ['USA', 'America'] },
  CI: { names: ['Ivory Coast'] },
  MO: { names: ['Macau'] },
  NL: { names: ['Holland', 'The Netherlands'] },
  CZ: { names: ['Czech Republic'] },
  MK: { names: ['Macedonia'] },
  RU: { names: ['Russia'] },
  KR: { names: ['Korea'] },
  KP: { names: ['Korea'] },
  TR: { names: ['Turkey'] },
  AE: { names: ['UAE'] },
}

/** How a country is written. */
export interface CountryNames {
  names: readonly string[]
  /** Upper case. */
  codes: readonly string[]
}

const known = new Map<string, CountryNames>()
const displays = new Map<string, Intl.DisplayNames>()

/** The names of a country in English, its own main language and some others, and its ISO 3166-1 codes of letters; none for
 * what is no alpha-2 code. */
export function countryNames(alpha2: string): CountryNames {
  const country = isoCountry(alpha2)
  if (!country) return { names: [], codes: [] }
  const before = known.get(alpha2)
  if (before) return before
  const { names = [], codes = [] } = ALSO[alpha2] ?? {}
  const own = new Intl.Locale(`und-${alpha2}`).maximize().language
  const shown = [...new Set([...LANGUAGES, own])].map((language) => displayed(language, alpha2))
  const all = [...shown, country.name, ...names].filter((name) => name !== undefined)
  const found = {
    // `Hong Kong SAR China`, `Iran (Islamic Republic of)`, `Congo - Kinshasa`.
    names: [...new Set(all.flatMap((name) => [name, name.split(/ SAR |[(,]| - /)[0]!.trim()]))],
    codes: [...new Set([alpha2, country.alpha3, ...codes])],
  }
  known.set(alpha2, found)
  return found
}

function displayed(language: string, alpha2: string): string | undefined {
  let display = displays.get(language)
  if (!display) {
    display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    displays.set(language, display)
  }
  return display.of(alpha2)
}
