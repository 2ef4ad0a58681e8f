import type { CreditEstimate } from '@jobboard/contracts/credits/credit'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'
import { readRemainingCredits } from './remaining-credits.ts'

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
