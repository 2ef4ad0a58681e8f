import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { ReadRemainingCredits } from '@jobboard/service/http/credit-headers'

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

/** The balances of several employers, of those of these kinds that an employer ever had. */
export function listBalances(
  sql: Sql,
  employerIds: readonly number[],
  kinds: readonly CreditKind[],
): Promise<{ employerId: number; kind: CreditKind; amount: number }[]> {
  return sql`
    select employer_id, kind, amount from credit_balance
    where employer_id = any(${employerIds}::int[]) and kind = any(${kinds}::text[])`
}

/** Which entries to list: those after `before` in the order of the list, less the first `skip`, at most `take`. */
interface EntryQuery {
  kind?: CreditKind | undefined
  /** `createdAt` has whole milliseconds, like every stored `created_at`: both come from a `Date`. */
  before?: { createdAt: Date; id: number } | undefined
  skip?: number
  take: number
  withTotal?: boolean
}

/** Entries of an employer, newest first, then by id descending (D-05). `total` counts all entries of the kind,
 * independent of `before` and `skip`; null without `withTotal`. */
export async function listEntries(
  sql: Sql,
  employerId: number,
  { kind, before, skip = 0, take, withTotal = true }: EntryQuery,
): Promise<{ total: number | null; items: CreditEntry[] }> {
  const ofKind = kind ? fragment`and kind = ${kind}` : fragment``
  const older = before ? fragment`and (created_at, id) < (${before.createdAt}, ${before.id})` : fragment``
  const [count] = withTotal
    ? await sql<{ total: number }>`
        select count(*) as total from credit_entry where employer_id = ${employerId} ${ofKind}`
    : []
  const rows = await sql<Row>`
    select id, kind, amount, cause, request_id, created_at, reversed_entry_id,
      (select id from credit_entry as later where later.reversed_entry_id = entry.id) as reversed_by_entry_id
    from credit_entry as entry
    -- The subquery skips the rows before the page in an index-only scan.
    where id in (
      select id from credit_entry where employer_id = ${employerId} ${ofKind} ${older}
      order by created_at desc, id desc limit ${take} offset ${skip})
    order by created_at desc, id desc`
  return { total: count?.total ?? null, items: rows.map(toEntry) }
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

/** The balance of an employer for one kind. */
export const readRemainingCredits: ReadRemainingCredits = async (sql, employerId, kind) => {
  const { [kind]: balance } = await readBalances(sql, employerId, [kind])
  return balance
}
