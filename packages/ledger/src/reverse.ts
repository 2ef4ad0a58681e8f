import { ApiError, notFound } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { type Addition, add, type Written } from './add.ts'

/** Which entry to undo: of this employer and kind, or it is not found. */
export interface Reversal extends Pick<Addition, 'employerId' | 'kind' | 'requestId' | 'now'> {
  entryId: number
  reason?: string | null | undefined
}

/** Undoes an entry by one of the opposite amount, once: again, even at the same time, it answers the first result.
 * Throws not_found, invalid_state (a reversal stands) and invalid_request (below 0, above int32). */
export async function reverse(sql: Tx, { entryId, reason, ...rest }: Reversal): Promise<Written> {
  const [entry] = await sql<{ amount: number; isReversal: boolean }>`
    select amount, reversed_entry_id is not null as is_reversal from credit_entry
    where id = ${entryId} and employer_id = ${rest.employerId} and kind = ${rest.kind}`
  if (!entry) throw notFound()
  if (entry.isReversal) {
    throw new ApiError(
      'invalid_state',
      `Entry ${entryId} is a reversal, and a reversal stands; grant or take back credits instead.`,
    )
  }
  const cause = `reversal of entry ${entryId}`
  return add(sql, {
    ...rest,
    operationId: cause,
    amount: -entry.amount,
    cause: reason ? `${cause}: ${reason}` : cause,
    reversedEntryId: entryId,
  })
}
