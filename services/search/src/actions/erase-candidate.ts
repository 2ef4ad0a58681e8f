import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { deleteCandidate, eraseFromStoredSearches } from '../store/erase.ts'

/** Deletes the copy of the profile with its documents. Unlocks and the ledger stay: they name ids alone. */
export async function eraseCandidate(sql: Tx, { candidateId }: Erased): Promise<void> {
  await deleteCandidate(sql, candidateId)
  await eraseFromStoredSearches(sql, candidateId)
}
