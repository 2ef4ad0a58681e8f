import type { CreditKind } from '@jobboard/contracts/limits'

/** The services that hold a credit ledger, in the order in which entries with equal timestamps are listed. */
export const ledgerOwners = ['jobs', 'search'] as const
export type LedgerOwner = (typeof ledgerOwners)[number]

/** The service that spends a kind of credit and holds its ledger. */
export function ownerOf(kind: CreditKind): LedgerOwner {
  return kind === 'JobPosting' ? 'jobs' : 'search'
}
