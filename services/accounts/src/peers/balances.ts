import { readBalances } from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/call'

/** The services that spend credits and keep their ledgers. */
export const ledgerOwners = ['jobs', 'search'] as const
export type LedgerOwner = (typeof ledgerOwners)[number]

/** The service that spends a kind of credit. */
export function ownerOf(kind: CreditKind): LedgerOwner {
  return kind === 'JobPosting' ? 'jobs' : 'search'
}

/** The balances of every kind (D-64). Throws unavailable: no balance is guessed. */
export async function readAllBalances(
  call: Call,
  employerId: number,
  requestId: string,
): Promise<Record<CreditKind, number>> {
  const [jobs, search] = await Promise.all(
    ledgerOwners.map((owner) => call(readBalances(owner), { params: { employerId } }, { requestId })),
  )
  return {
    JobPosting: jobs?.JobPosting ?? 0,
    CvSearch: search?.CvSearch ?? 0,
    CvDownload: search?.CvDownload ?? 0,
  }
}
