/** Characters of an address that a page of a candidate leads back to; the addresses of longer searches are left out. */
const MAX_BACK = 600
const RESULTS = '/search/results/'

/** The page of a candidate, which leads back to `back`. */
export function candidatePath(candidateId: number | string, back: string): string {
  const path = `/search/candidates/${encodeURIComponent(candidateId)}`
  return back.startsWith(RESULTS) && back.length <= MAX_BACK
    ? `${path}?${new URLSearchParams({ back })}`
    : path
}

/** Where to go back to: a result, or the form. Nothing else, whatever an address says. */
export function backOf(sent: string | undefined): string {
  return sent?.startsWith(RESULTS) && sent.length <= MAX_BACK ? sent : '/search'
}
