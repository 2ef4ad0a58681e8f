import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'
import { eraseResponseBodies } from '../store/erase.ts'

/** Events to employers name ids alone, so they are sent and resent with the same bytes; stored responses of
 * receivers go. */
export async function eraseCandidate(sql: Tx, { applicationIds }: Erased): Promise<void> {
  await eraseResponseBodies(sql, applicationIds)
}
