import type { Candidate } from './candidate.ts'

/** A line of an import that describes a valid candidate. */
export interface ImportLine {
  /** Counts from 1, blank lines included. */
  number: number
  candidate: Omit<Candidate, 'id'>
}

/** The first of those with the same e-mail address, ignoring case; addresses are ASCII. */
export function withoutRepeats(lines: readonly ImportLine[]): ImportLine[] {
  const seen = new Set<string>()
  return lines.filter(({ candidate }) => {
    const folded = candidate.email.toLowerCase()
    const isFirst = !seen.has(folded)
    seen.add(folded)
    return isFirst
  })
}
