import type pg from 'pg'

/** A balance that is not the sum of its entries. */
export interface LedgerDifference {
  employerId: number
  kind: string
  balance: number
  sum: number
}

/** Balances that are not the sum of their entries; none in a healthy ledger. Reads every entry. */
export async function findLedgerDifferences(client: pg.ClientBase): Promise<LedgerDifference[]> {
  const { rows } = await client.query<LedgerDifference>(`
    with summed as (select employer_id, kind, sum(amount)::int as sum from credit_entry group by 1, 2)
    select employer_id as "employerId", kind, coalesce(amount, 0) as balance, coalesce(sum, 0) as sum
    from credit_balance full join summed using (employer_id, kind)
    where coalesce(amount, 0) <> coalesce(sum, 0) order by 1, 2`)
  return rows
}

/** Throws when a balance is not the sum of its entries. */
export async function checkLedger(name: string, client: pg.ClientBase): Promise<void> {
  const [first] = await findLedgerDifferences(client)
  if (!first) return
  const { employerId, kind, balance, sum } = first
  throw new Error(
    `${name}: the ${kind} balance of employer ${employerId} is ${balance}, but its entries add up to ${sum}`,
  )
}
