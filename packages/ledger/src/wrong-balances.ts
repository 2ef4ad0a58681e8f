import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'

/** The place of a balance in the order of the check. */
export interface BalanceKey {
  employerId: number
  kind: string
}

/** A balance that is not the sum of its entries. */
export interface WrongBalance {
  employerId: number
  kind: CreditKind
  balance: number
  entries: number
}

/** Before all balances. */
export const FIRST_BALANCE: BalanceKey = { employerId: 0, kind: '' }

/** Compares up to `limit` balances after that one with their entries, in one snapshot. `last` is the last one compared;
 * undefined when there were none. */
export async function findWrongBalances(
  sql: Sql,
  after: BalanceKey,
  limit: number,
): Promise<{ wrong: WrongBalance[]; last: BalanceKey | undefined }> {
  const compared = await sql<WrongBalance>`
    select b.employer_id, b.kind, b.amount as balance, coalesce(e.amount, 0)::int8 as entries
    from (
      select employer_id, kind, amount from credit_balance
      where (employer_id, kind) > (${after.employerId}::int, ${after.kind}::text)
      order by employer_id, kind limit ${limit}
    ) as b
    cross join lateral (
      select sum(amount) as amount from credit_entry where employer_id = b.employer_id and kind = b.kind
    ) as e
    order by b.employer_id, b.kind`
  return { wrong: compared.filter(({ balance, entries }) => balance !== entries), last: compared.at(-1) }
}
