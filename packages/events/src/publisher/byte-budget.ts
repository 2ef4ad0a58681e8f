import { ApiError } from '@jobboard/contracts/error'
import { BYTES_PER_DAY, LARGE_BODY_BYTES } from '@jobboard/contracts/limits'
import type { Sql, Tx } from '@jobboard/db/sql'

/** Who pays for the bytes of a write. */
export interface ByteOwner {
  kind: keyof typeof BYTES_PER_DAY
  id: number
}

const DAY_MS = 86_400_000
const MIB = 1_048_576

const counted: Record<ByteOwner['kind'], string> = {
  candidate:
    'a change of the profile counts with the whole profile, an application with the profile and the letter',
  employer:
    'a change of a job counts with the whole job, a move or a note with its text, a change of webhooks with 4 KiB, a replay with its events',
}

/** Counts the bytes of a write towards the owner's budget of the UTC day of `now`, in the caller's transaction: its row is
 * locked until the end, so that the budget is exact. Throws rate_limited when it is used up: roll back then. */
export async function chargeBytes(
  sql: Sql,
  { kind, id }: ByteOwner,
  bytes: number,
  now: Date,
): Promise<void> {
  const limit = BYTES_PER_DAY[kind]
  const rows = await sql`
    insert into byte_budget (owner, day, bytes)
    values (${`${kind}:${id}`}, ${dayOf(now)}, ${bytes})
    on conflict (owner, day) do update set bytes = byte_budget.bytes + excluded.bytes
      where byte_budget.bytes + excluded.bytes <= ${limit}
    returning 1`
  if (rows.length === 0) throw usedUp(kind, bytes, now)
}

/** Throws rate_limited when the budget of the UTC day of `now` has not that many bytes left. Counts nothing. */
export async function checkBytesLeft(
  sql: Sql,
  { kind, id }: ByteOwner,
  bytes: number,
  now: Date,
): Promise<void> {
  const rows = await sql`
    select 1 from byte_budget where owner = ${`${kind}:${id}`} and day = ${dayOf(now)}
      and bytes + ${bytes} > ${BYTES_PER_DAY[kind]}`
  if (rows.length === 1) throw usedUp(kind, bytes, now)
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

function usedUp(kind: ByteOwner['kind'], bytes: number, now: Date): ApiError {
  const seconds = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000)
  return new ApiError(
    'rate_limited',
    `The changes of this ${kind} have used the daily budget of ${BYTES_PER_DAY[kind] / MIB} MiB, and this one takes ${bytes} bytes: ${counted[kind]}; a refused body of more than ${LARGE_BODY_BYTES / 1_024} KiB counts whole. The budget starts again at 00:00 UTC, in ${seconds} s; until then send smaller changes or none.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

/** Deletes the budgets of a candidate, who is erased. */
export async function deleteBudgets(sql: Tx, { kind, id }: ByteOwner): Promise<void> {
  await sql`delete from byte_budget where owner = ${`${kind}:${id}`}`
}
