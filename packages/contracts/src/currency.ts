import { z } from 'zod'

const currencies = new Set(Intl.supportedValuesOf('currency'))
/** An ISO 4217 currency code in upper case. */
export const currency = z
  .string()
  .refine((code) => currencies.has(code), 'must be an ISO 4217 currency code, such as USD')
  .meta({ pattern: '^[A-Z]{3}$', description: 'ISO 4217' })
