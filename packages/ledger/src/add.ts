import { ApiError } from '@jobboard/contracts/error'
import { type CreditKind, MAX_ID } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'

/** Credits to add, or to take back with a negative `amount`. */
export interface Addition {
  /** Names the operation: what is told twice under one id counts once. */
  operationId: string
  employerId: number
  kind: CreditKind
  amount: number
  cause: string
  requestId: string
  now: Date
  /** The entry that this one undoes. */
  reversedEntryId?: number
}

/** The outcome of an addition; `balance` is what it was right after it. */
export interface Added {
  kind: CreditKind
  amount: number
  balance: number
}

/** As `Added`, with the entry that was made: now, or when the operation was first told. */
export interface Written extends Added {
  entryId: number
  cause: string
  isNew: boolean
}

const MAX_BALANCE = MAX_ID

/** Changes a balance once per operation; the same operation again, even at the same time, answers the first result.
 * Throws invalid_request (below 0, above int32, not a whole number) and idempotency_key_reused (id of another change). */
export async function add(sql: Tx, addition: Addition): Promise<Written> {
  const { operationId, employerId, kind, amount, cause, requestId, now, reversedEntryId = null } = addition
  if (!Number.isSafeInteger(amount) || amount === 0) {
    throw new ApiError('invalid_request', 'amount: must be a whole number other than 0.')
  }
  // The row is made first, so that there is one to lock: from here on, changes of this balance wait for each other.
  await sql`
    insert into credit_balance (employer_id, kind, amount) values (${employerId}, ${kind}, 0) on conflict do nothing`
  const [{ before } = { before: 0 }] = await sql<{ before: number }>`
    select amount as before from credit_balance where employer_id = ${employerId} and kind = ${kind} for update`
  const earlier = await findOperation(sql, operationId)
  if (earlier) return repeat(earlier, addition)

  const balance = before + amount
  if (balance < 0) {
    throw new ApiError(
      'invalid_request',
      `amount: ${amount} would leave ${balance} ${kind} credits; only ${before} are there.`,
    )
  }
  if (balance > MAX_BALANCE) {
    throw new ApiError(
      'invalid_request',
      `amount: ${amount} would exceed the largest balance, ${MAX_BALANCE}; ${before} ${kind} credits are there.`,
    )
  }
  // A conflict is the same id at the same time on another balance: the lock above does not cover that.
  const [inserted] = await sql<{ entryId: number }>`
    insert into credit_entry
      (employer_id, kind, amount, balance_after, cause, request_id, operation_id, reversed_entry_id, created_at)
    values (${employerId}, ${kind}, ${amount}, ${balance}, ${cause}, ${requestId}, ${operationId},
      ${reversedEntryId}, ${now})
    on conflict (operation_id) do nothing returning id as entry_id`
  if (!inserted) return repeat((await findOperation(sql, operationId))!, addition)
  await sql`
    update credit_balance set amount = ${balance} where employer_id = ${employerId} and kind = ${kind}`
  return { kind, amount, balance, cause, entryId: inserted.entryId, isNew: true }
}

async function findOperation(sql: Tx, operationId: string): Promise<Entry | undefined> {
  const [entry] = await sql<Entry>`
    select id as entry_id, employer_id, kind, amount, balance_after as balance, cause
    from credit_entry where operation_id = ${operationId}`
  return entry
}

type Entry = Omit<Written, 'isNew'> & { employerId: number }

function repeat({ employerId, ...written }: Entry, wanted: Addition): Written {
  if (employerId !== wanted.employerId || written.kind !== wanted.kind || written.amount !== wanted.amount) {
    throw new ApiError(
      'idempotency_key_reused',
      'Idempotency-Key: belongs to a different change of credits; use a new key.',
    )
  }
  return { ...written, isNew: false }
}
