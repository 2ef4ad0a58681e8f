import { ApiError } from '@jobboard/contracts/error'
import { type CreditKind, MAX_ID } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'

/** An entry to post: a grant, or a correction or reversal with a negative `amount`. */
export interface NewEntry {
  /** Idempotency key: one entry per operation id. */
  operationId: string
  employerId: number
  kind: CreditKind
  amount: number
  cause: string
  requestId: string
  now: Date
  /** The entry that this one reverses. */
  reversedEntryId?: number
}

/** A posted entry; `balance` is the balance right after it. `isNew` is false for a repeated operation. */
export interface PostedEntry {
  entryId: number
  kind: CreditKind
  amount: number
  balance: number
  cause: string
  isNew: boolean
}

const MAX_BALANCE = MAX_ID

/** Posts an entry and updates its balance, once per operation id; repeated and parallel calls return the
 * first entry. Throws invalid_request (amount not an integer or 0, balance below 0 or above int32) and
 * idempotency_key_reused (the operation id belongs to a different entry). */
export async function postEntry(sql: Tx, entry: NewEntry): Promise<PostedEntry> {
  const { operationId, employerId, kind, amount, cause, requestId, now, reversedEntryId = null } = entry
  if (!Number.isSafeInteger(amount) || amount === 0) {
    throw new ApiError('invalid_request', 'amount: must be a whole number other than 0.')
  }
  // Ensures that there is a balance row to lock; the lock serializes all entries of this balance.
  await sql`
    insert into credit_balance (employer_id, kind, amount) values (${employerId}, ${kind}, 0) on conflict do nothing`
  const [{ before } = { before: 0 }] = await sql<{ before: number }>`
    select amount as before from credit_balance where employer_id = ${employerId} and kind = ${kind} for update`
  const earlier = await findByOperation(sql, operationId)
  if (earlier) return asRepeat(earlier, entry)

  const balance = before + amount
  if (balance < 0) {
    throw new ApiError(
      'invalid_request',
      `amount: ${amount} would make the ${kind} balance ${balance}; it is ${before} and cannot go below 0.`,
    )
  }
  if (balance > MAX_BALANCE) {
    throw new ApiError(
      'invalid_request',
      `amount: ${amount} would make the ${kind} balance exceed ${MAX_BALANCE}; it is ${before}.`,
    )
  }
  // A conflict is the same operation id in parallel on another balance, which the lock above does not cover.
  const [inserted] = await sql<{ entryId: number }>`
    insert into credit_entry
      (employer_id, kind, amount, balance_after, cause, request_id, operation_id, reversed_entry_id, created_at)
    values (${employerId}, ${kind}, ${amount}, ${balance}, ${cause}, ${requestId}, ${operationId},
      ${reversedEntryId}, ${now})
    on conflict (operation_id) do nothing returning id as entry_id`
  if (!inserted) return asRepeat((await findByOperation(sql, operationId))!, entry)
  await sql`
    update credit_balance set amount = ${balance} where employer_id = ${employerId} and kind = ${kind}`
  return { kind, amount, balance, cause, entryId: inserted.entryId, isNew: true }
}

type StoredEntry = Omit<PostedEntry, 'isNew'> & { employerId: number }

async function findByOperation(sql: Tx, operationId: string): Promise<StoredEntry | undefined> {
  const [entry] = await sql<StoredEntry>`
    select id as entry_id, employer_id, kind, amount, balance_after as balance, cause
    from credit_entry where operation_id = ${operationId}`
  return entry
}

function asRepeat({ employerId, ...stored }: StoredEntry, wanted: NewEntry): PostedEntry {
  if (employerId !== wanted.employerId || stored.kind !== wanted.kind || stored.amount !== wanted.amount) {
    throw new ApiError(
      'idempotency_key_reused',
      'Idempotency-Key: belongs to a different change of credits; use a new key.',
    )
  }
  return { ...stored, isNew: false }
}
