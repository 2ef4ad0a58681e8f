import type { MaskedProfile } from './masked-profile.ts'

type Held = Pick<MaskedProfile['employmentHistory'][number], 'startMonth' | 'endMonth'>
type Months = { first: number; last: number }

/** Whole years with at least one position held, up to `now` (P-19); first and last month count. A position without a start
 * is ignored, one without an end is held until now. */
export function yearsOfExperience(history: Held[], now: Date): number {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const held = history
    .flatMap(({ startMonth, endMonth }): Months[] => {
      if (startMonth === null) return []
      const last = endMonth === null ? thisMonth : Math.min(monthNumber(endMonth), thisMonth)
      return [{ first: monthNumber(startMonth), last }]
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
