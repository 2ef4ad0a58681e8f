import type { Profile } from '@jobboard/contracts/candidate'

type Months = { first: number; last: number }

/** Whole years in which at least one position was held, up to `now`; first and last month count. Positions without a
 * start are left out, those without an end are still held. */
export function yearsOfExperience(history: Profile['employmentHistory'], now: Date): number {
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
    // What overlaps an earlier position is not counted again.
    months += Math.max(0, last - Math.max(first - 1, counted))
    counted = Math.max(counted, last)
  }
  return Math.floor(months / 12)
}

function monthNumber(month: string): number {
  const [year, ofYear] = month.split('-')
  return Number(year) * 12 + Number(ofYear) - 1
}
