/** The first of those with the same e-mail address, ignoring case; addresses are ASCII. */
export function withoutRepeats<T extends { email: string }>(candidates: readonly T[]): T[] {
  const seen = new Set<string>()
  return candidates.filter(({ email }) => {
    const folded = email.toLowerCase()
    const isFirst = !seen.has(folded)
    seen.add(folded)
    return isFirst
  })
}
