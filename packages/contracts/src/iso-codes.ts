import { iso31661 } from 'iso-3166/1.js'
import { z } from 'zod'
import { MAX_ID } from './limits.ts'

const numericByAlpha2 = new Map(
  iso31661
    .filter((entry) => entry.state === 'assigned')
    .map((entry) => [entry.alpha2, Number(entry.numeric)]),
)

const byAlpha2 = new Map(iso31661.map((entry) => [entry.alpha2, entry]))

/** The country of an alpha-2 code in upper case, as ISO 3166-1 has it. Undefined for an unknown code. */
export function isoCountry(alpha2: string): { alpha3: string; name: string } | undefined {
  return byAlpha2.get(alpha2)
}

/** Every ISO 3166-1 alpha-2 code, in upper case. */
export const countryCodes: readonly string[] = [...numericByAlpha2.keys()]

/** ISO 3166-1 alpha-2, upper case (D-21). */
export const country = () =>
  z
    .string()
    .refine((code) => numericByAlpha2.has(code), 'must be an ISO 3166-1 alpha-2 country code, such as US')
    .meta({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' })

const numbers = new Set(numericByAlpha2.values())

/** ISO 3166-1 numeric, without leading zeros (D-42). */
export const numericCountry = () =>
  z
    .int()
    .min(0)
    .max(MAX_ID)
    .refine((code) => numbers.has(code), 'must be an ISO 3166-1 numeric country code, such as 840 (US)')

/** The ISO 3166-1 numeric code of an alpha-2 code (D-42): `US` is 840. Undefined for an unknown code. */
export function countryNumber(alpha2: string): number | undefined {
  return numericByAlpha2.get(alpha2)
}

const alpha2ByNumber = new Map([...numericByAlpha2].map(([alpha2, number]) => [number, alpha2]))

/** The alpha-2 code of an ISO 3166-1 numeric code: 840 is `US`. Undefined for an unknown number. */
export function countryCode(number: number): string | undefined {
  return alpha2ByNumber.get(number)
}

const currencies = new Set(Intl.supportedValuesOf('currency'))
/** An ISO 4217 currency code in upper case. */
export const currency = z
  .string()
  .refine((code) => currencies.has(code), 'must be an ISO 4217 currency code, such as USD')
  .meta({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' })
