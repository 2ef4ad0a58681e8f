import * as ledger from '@jobboard/contracts/credits/internal'
import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import { type LedgerOwner, ledgerOwners } from '../domain/ledger-owner.ts'

// Per try. A GET is tried twice, so metrics wait for balances for at most one second.
const FIND_TIMEOUT_MS = 500

type Addition = Input<ReturnType<typeof ledger.addCredits>>['body']
type Reversal = Input<ReturnType<typeof ledger.reverseEntry>>

/** Adds credits in the owner's ledger, once per `operationId`. Throws invalid_request and unavailable. */
export function addCredits(
  call: Call,
  owner: LedgerOwner,
  body: Addition,
  requestId: string,
): Promise<ledger.CreditChange> {
  return call(ledger.addCredits(owner), { body }, { requestId })
}

/** Reverses an entry of the owner's ledger, once. Throws not_found, invalid_state, invalid_request and
 * unavailable. */
export function reverseEntry(
  call: Call,
  owner: LedgerOwner,
  { params, body }: Pick<Reversal, 'params' | 'body'>,
  requestId: string,
): Promise<ledger.CreditChange> {
  return call(ledger.reverseEntry(owner), { params, body }, { requestId })
}

/** The balances of every kind (D-64). Throws unavailable when one of the owners cannot be reached. */
export async function readAllBalances(
  call: Call,
  employerId: number,
  requestId: string,
): Promise<Record<CreditKind, number>> {
  const [jobs, search] = await Promise.all(
    ledgerOwners.map((owner) => call(ledger.readBalances(owner), { params: { employerId } }, { requestId })),
  )
  return {
    JobPosting: jobs?.JobPosting ?? 0,
    CvSearch: search?.CvSearch ?? 0,
    CvDownload: search?.CvDownload ?? 0,
  }
}

/** The balances of every kind; null where the owner does not respond within a second. */
export async function findBalances(
  call: Call,
  employerId: number,
  requestId: string,
): Promise<Record<CreditKind, number | null>> {
  const options = { requestId, timeoutMs: FIND_TIMEOUT_MS }
  const [jobs, search] = await Promise.all(
    ledgerOwners.map((owner) =>
      call(ledger.readBalances(owner), { params: { employerId } }, options).catch(unlessUnavailable),
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
