import { ApiError } from '@jobboard/contracts/error'
import { readBalances } from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/http/call'

/** The services that spend credits and keep their ledgers. */
export const ledgerOwners = ['jobs', 'search'] as const
export type LedgerOwner = (typeof ledgerOwners)[number]

// A read is tried twice: half a second each.
const FIND_TIMEOUT_MS = 500

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

/** The balances that can be read within a second; null where the owner does not answer. */
export async function findBalances(
  call: Call,
  employerId: number,
  requestId: string,
): Promise<Record<CreditKind, number | null>> {
  const options = { requestId, timeoutMs: FIND_TIMEOUT_MS }
  const [jobs, search] = await Promise.all(
    ledgerOwners.map((owner) =>
      call(readBalances(owner), { params: { employerId } }, options).catch(unlessUnavailable),
    ),
  )
  return {
    JobPosting: jobs?.JobPosting ?? null,
    CvSearch: search?.CvSearch ?? null,
    CvDownload: search?.CvDownload ?? null,
  }
}

function unlessUnavailable(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'unavailable') return
  throw error
}
