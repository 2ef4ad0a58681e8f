import { ApiError, notFound } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { type NewEntry, type PostedEntry, postEntry } from './post-entry.ts'

/** The entry to reverse. An entry of another employer or kind is not found. */
export interface Reversal extends Pick<NewEntry, 'employerId' | 'kind' | 'requestId' | 'now'> {
  entryId: number
  reason?: string | null | undefined
}

/** Posts an entry of the opposite amount, once per reversed entry; repeated and parallel calls return the first
 * reversal. Throws not_found, invalid_state (a reversal) and invalid_request (balance below 0 or above int32). */
export async function reverse(sql: Tx, { entryId, reason, ...rest }: Reversal): Promise<PostedEntry> {
  const [entry] = await sql<{ amount: number; isReversal: boolean }>`
    select amount, reversed_entry_id is not null as is_reversal from credit_entry
    where id = ${entryId} and employer_id = ${rest.employerId} and kind = ${rest.kind}`
  if (!entry) throw notFound()
  if (entry.isReversal) {
    throw new ApiError(
      'invalid_state',
      `Entry ${entryId} is a reversal and cannot be reversed; grant credits instead, negative to take them back.`,
    )
  }
  const cause = `reversal of entry ${entryId}`
  return postEntry(sql, {
    ...rest,
    operationId: cause,
    amount: -entry.amount,
    cause: reason ? `${cause}: ${reason}` : cause,
    reversedEntryId: entryId,
  })
}
