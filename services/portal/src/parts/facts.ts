import { locale, number } from '@jobboard/html/values'

// Facts of jobs and candidates, in the same words on every page.

const regions = new Intl.DisplayNames(locale, { type: 'region' })

export function countryName(code: string): string {
  return regions.of(code) ?? code
}

/** "Porto, Portugal". */
export function locationOf({ city, country }: { city?: string | null; country?: string | null }): string {
  return [city, country && countryName(country)].filter(Boolean).join(', ')
}

/** `from 50,000`, `up to 60,000`, `50,000 to 60,000`; empty without an amount. */
export function rangeOf(min: number | null | undefined, max: number | null | undefined): string {
  const [from, to] = [min ?? null, max ?? null].map((amount) => (amount === null ? '' : number(amount)))
  if (from && to) return from === to ? from : `${from} to ${to}`
  return from ? `from ${from}` : to ? `up to ${to}` : ''
}

export const careers = {
  ActivelyLooking: 'Actively looking',
  OpenToOffers: 'Open to offers',
  NotLooking: 'Not looking',
}
