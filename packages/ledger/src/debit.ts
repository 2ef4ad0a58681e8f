import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'
import { readRemainingCredits } from './remaining-credits.ts'

/** One credit for one thing. `cause` says what was paid for, `now` is the business clock. */
export interface Debit {
  employerId: number
  kind: CreditKind
  cause: string
  requestId: string
  now: Date
}

/** Spends one credit in the transaction of what it pays for: both happen or neither. Returns what is left.
 * Throws no_credits when there is none. */
export async function debit(
  sql: Tx,
  { employerId, kind, cause, requestId, now }: Debit,
): Promise<{ remaining: number; entryId: number }> {
  // One statement: the update locks the balance and looks at it again after waiting, so parallel debits never overdraw.
  const [spent] = await sql<{ remaining: number; entryId: number }>`
    with balance as (
      update credit_balance set amount = amount - 1
      where employer_id = ${employerId} and kind = ${kind} and amount >= 1
      returning amount
    )
    insert into credit_entry (employer_id, kind, amount, balance_after, cause, request_id, created_at)
    select ${employerId}, ${kind}, -1, amount, ${cause}, ${requestId}, ${now} from balance
    returning id as entry_id, balance_after as remaining`
  if (!spent) throw noCredits(kind)
  return spent
}

/** Spares the work for a caller who cannot pay. Locks nothing: `debit` has the last word. Throws no_credits. */
export async function checkCredit(
  sql: Sql,
  { employerId, kind }: Pick<Debit, 'employerId' | 'kind'>,
): Promise<void> {
  if ((await readRemainingCredits(sql, employerId, kind)) < 1) throw noCredits(kind)
}

function noCredits(kind: CreditKind): ApiError {
  return new ApiError(
    'no_credits',
    `No ${kind} credits are left. Buy ${kind} credits in the employer portal or ask your account manager, then try again.`,
  )
}
