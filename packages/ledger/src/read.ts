import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { fragment, type Sql } from '@jobboard/db/sql'

/** An entry as the API returns it (D-64); `createdAt` is ISO 8601. */
export interface CreditEntry {
  id: number
  kind: CreditKind
  amount: number
  cause: string
  requestId: string
  createdAt: string
  /** The entry that this one reverses. */
  reversedEntryId?: number
  /** The entry that reverses this one. */
  reversedByEntryId?: number
}

/** Balances of these kinds, all by default; 0 where nothing was granted. */
export async function readBalances<K extends CreditKind = CreditKind>(
  sql: Sql,
  employerId: number,
  kinds: readonly K[] = creditKinds as readonly CreditKind[] as readonly K[],
): Promise<Record<K, number>> {
  const rows = await sql<{ kind: K; amount: number }>`
    select kind, amount from credit_balance where employer_id = ${employerId}`
  const amounts = new Map(rows.map(({ kind, amount }) => [kind, amount]))
  return Object.fromEntries(kinds.map((kind) => [kind, amounts.get(kind) ?? 0])) as Record<K, number>
}

/** Entries of an employer, newest first, then by id (D-05): `take` entries after `skip`, and the total. */
export async function listEntries(
  sql: Sql,
  employerId: number,
  { kind, skip, take }: { kind?: CreditKind | undefined; skip: number; take: number },
): Promise<{ total: number; items: CreditEntry[] }> {
  const ofKind = kind ? fragment`and kind = ${kind}` : fragment``
  const [count] = await sql<{ total: number }>`
    select count(*) as total from credit_entry where employer_id = ${employerId} ${ofKind}`
  const rows = await sql<Row>`
    select id, kind, amount, cause, request_id, created_at, reversed_entry_id,
      (select id from credit_entry as later where later.reversed_entry_id = entry.id) as reversed_by_entry_id
    from credit_entry as entry
    -- The subquery skips the rows before the page in an index-only scan.
    where id in (
      select id from credit_entry where employer_id = ${employerId} ${ofKind}
      order by created_at desc, id desc limit ${take} offset ${skip})
    order by created_at desc, id desc`
  return { total: count!.total, items: rows.map(toEntry) }
}

/** Creation dates of every `step`-th entry of an employer, newest first: `count` dates from offset `from`. */
export async function listEntryDates(
  sql: Sql,
  employerId: number,
  { from, step, count }: { from: number; step: number; count: number },
): Promise<string[]> {
  const rows = await sql<{ createdAt: Date }>`
    select created_at from (
      select created_at, row_number() over () - 1 as place from (
        select created_at from credit_entry where employer_id = ${employerId}
        order by created_at desc, id desc limit ${(count - 1) * step + 1} offset ${from}
      ) as stretch
    ) as placed
    where place % ${step} = 0 order by place`
  return rows.map(({ createdAt }) => createdAt.toISOString())
}

interface Row extends Omit<CreditEntry, 'createdAt' | 'reversedEntryId' | 'reversedByEntryId'> {
  createdAt: Date
  reversedEntryId: number | null
  reversedByEntryId: number | null
}

function toEntry({ createdAt, reversedEntryId, reversedByEntryId, ...entry }: Row): CreditEntry {
  return {
    ...entry,
    createdAt: createdAt.toISOString(),
    ...(reversedEntryId !== null && { reversedEntryId }),
    ...(reversedByEntryId !== null && { reversedByEntryId }),
  }
}
