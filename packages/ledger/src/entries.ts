import type { CreditEstimate } from '@jobboard/contracts/credits/credit'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { type CreditKind, MAX_ID } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'
import { readRemainingCredits } from './read.ts'

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

/** The debit of one credit. `cause` names what it pays for; `now` is the business clock. */
export interface Debit {
  employerId: number
  kind: CreditKind
  cause: string
  requestId: string
  now: Date
}

/** Debits one credit in the transaction of what it pays for, so that both commit or neither. Returns the
 * balance after it. Throws no_credits when the balance is 0. */
export async function debit(
  sql: Tx,
  { employerId, kind, cause, requestId, now }: Debit,
): Promise<{ remaining: number; entryId: number }> {
  // The update waits for the row lock and evaluates `amount >= 1` again, so parallel debits never overdraw.
  const [debited] = await sql<{ remaining: number; entryId: number }>`
    with balance as (
      update credit_balance set amount = amount - 1
      where employer_id = ${employerId} and kind = ${kind} and amount >= 1
      returning amount
    )
    insert into credit_entry (employer_id, kind, amount, balance_after, cause, request_id, created_at)
    select ${employerId}, ${kind}, -1, amount, ${cause}, ${requestId}, ${now} from balance
    returning id as entry_id, balance_after as remaining`
  if (!debited) throw noCredits(kind)
  return debited
}

/** What `debit` would cost at this moment; rejects a caller without credits before expensive work. Locks and reserves
 * nothing: `debit` decides. Throws no_credits. */
export async function estimateDebit(
  sql: Sql,
  { employerId, kind }: Pick<Debit, 'employerId' | 'kind'>,
): Promise<CreditEstimate> {
  const balance = await readRemainingCredits(sql, employerId, kind)
  if (balance < 1) throw noCredits(kind)
  return { kind, cost: 1, balance }
}

function noCredits(kind: CreditKind): ApiError {
  return new ApiError(
    'no_credits',
    `No ${kind} credits are left. Buy ${kind} credits in the employer portal or ask your account manager, then try again.`,
  )
}

/** Deletes the entries and balances of a retired sandbox; the database refuses it for any other employer. */
export async function purgeCredits(sql: Tx, sandboxId: number): Promise<void> {
  await sql`delete from credit_entry where employer_id = ${sandboxId}`
  await sql`delete from credit_balance where employer_id = ${sandboxId}`
}
