import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { deleteUsageOfKeys, eraseAuditOfKeys, revokeKeysOf } from '../store/erase.ts'

/** Revokes the candidate's keys; erases the names of the keys, in audit rows too. */
export async function eraseCandidate(sql: Tx, { candidateId }: Erased, now: Date): Promise<void> {
  await revokeKeysOf(sql, candidateId, now)
  await eraseAuditOfKeys(sql, candidateId)
  await deleteUsageOfKeys(sql, candidateId)
}
