import { MAX_YEARS_HELD } from '@jobboard/contracts/limits'
import type { MaskedProfile } from '../documents/document.ts'

type Held = Pick<MaskedProfile['employmentHistory'][number], 'startMonth' | 'endMonth'>
type Months = { first: number; last: number }

/** Whole years with at least one position held, up to `now`; first and last month count. A position without a start
 * is ignored, as is one that began more than a century ago; one without an end is held until now. */
export function yearsOfExperience(history: Held[], now: Date): number {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const held = history
    .flatMap(({ startMonth, endMonth }): Months[] => {
      const first = startMonth === null ? Number.NEGATIVE_INFINITY : monthNumber(startMonth)
      if (first < thisMonth - MAX_YEARS_HELD * 12) return []
      const last = endMonth === null ? thisMonth : Math.min(monthNumber(endMonth), thisMonth)
      return [{ first, last }]
    })
    .toSorted((a, b) => a.first - b.first)
  let months = 0
  let counted = Number.NEGATIVE_INFINITY
  for (const { first, last } of held) {
    // Months that overlap an earlier position count once.
    months += Math.max(0, last - Math.max(first - 1, counted))
    counted = Math.max(counted, last)
  }
  return Math.floor(months / 12)
}

function monthNumber(month: string): number {
  const [year, ofYear] = month.split('-')
  return Number(year) * 12 + Number(ofYear) - 1
}
