import type { JobBoard } from '@jobboard/sdk'

/** What a call would cost, and the balance of that kind of credit before it. */
export interface Price {
  kind: string
  cost: number
  balance: number
}

/** The body of a search. */
export interface Search {
  query: string
  preferredCountryIds?: number[] | undefined
  activeWithinDays?: number | undefined
  pageNumber: number
  pageSize: number
  facets?: ('country' | 'careerStatus')[] | undefined
  matches?: boolean | undefined
}

const DRY_RUN = { prefer: 'dry-run' }

/** The price of a search; nothing is spent. Throws what the search would throw. */
export async function priceOfSearch(client: JobBoard, body: Search, signal: AbortSignal): Promise<Price> {
  return priceIn(await client.search.candidates(body, { signal, headers: DRY_RUN }).withResponse())
}

/** The price of reading a full profile, 0 within an unlock window; nothing is spent. */
export async function priceOfUnlock(
  client: JobBoard,
  candidateId: number,
  signal: AbortSignal,
): Promise<Price> {
  return priceIn(await client.search.unlock(candidateId, { signal, headers: DRY_RUN }).withResponse())
}

// With the preference the body is a DryRunResult, which the types of the operation do not have. An API that does not
// confirm the preference has carried the call out, so the estimate fails instead of reporting a price.
function priceIn({ data, headers }: { data: unknown; headers: Headers }): Price {
  if (!headers.get('preference-applied')?.split(', ').includes('dry-run')) {
    throw new Error('the API did not confirm the dry run; update the job board')
  }
  return (data as { credits: Price }).credits
}
