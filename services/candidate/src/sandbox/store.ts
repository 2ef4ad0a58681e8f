import { assertRoom, type World } from '@jobboard/contracts/sandbox/sandbox'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { deleteBudgets } from '@jobboard/events/publisher/byte-budget'
import { deleteResponses } from '@jobboard/service/http/idempotency'

/** The condition that a candidate or an erasure is of a world. */
export const ofWorld: Record<World, ReturnType<typeof fragment>> = {
  live: fragment`sandbox_id is null`,
  sandbox: fragment`sandbox_id is not null`,
  all: fragment`true`,
}

/** What a sandbox holds; of its erased candidates only the applications are left. */
interface Held {
  candidates: number
  erased: number
  applications: number
}

export async function countHeld(sql: Sql, sandboxId: number): Promise<Held> {
  const [held] = await sql<Held>`
    select
      (select count(*) from candidate where sandbox_id = ${sandboxId}) as candidates,
      (select count(*) from erasure where sandbox_id = ${sandboxId}) as erased,
      (select count(*) from application where candidate_id in (${everyCandidateOf(sandboxId)})) as applications`
  return held!
}

function everyCandidateOf(sandboxId: number) {
  return fragment`
    select id from candidate where sandbox_id = ${sandboxId}
    union all select candidate_id from erasure where sandbox_id = ${sandboxId}`
}

/** Until the end of the transaction nobody else adds candidates or applications to the sandbox. Throws limit_reached when it
 * has no room for these. */
export async function lockRoom(sql: Tx, sandboxId: number, more: { applications: number }): Promise<Held> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' sandbox ' || ${sandboxId}::int, 0))`
  const held = await countHeld(sql, sandboxId)
  assertRoom('applications', held.applications, more.applications)
  return held
}

/** A candidate who can apply, and what a letter says of the person. */
export interface Person {
  id: number
  firstName: string
  lastName: string
  headline: string | null
}

/** Up to `limit` candidates of a sandbox who have not applied to the job and whose consent has not lapsed, first made first;
 * they stay so until the transaction ends. */
export function lockCandidatesFor(
  sql: Tx,
  { sandboxId, jobId, limit, now }: { sandboxId: number; jobId: number; limit: number; now: Date },
): Promise<Person[]> {
  return sql<Person>`
    select id, first_name, last_name, headline from candidate
    where sandbox_id = ${sandboxId} and (consent_expires_at is null or consent_expires_at > ${now})
      and not exists (select from application where candidate_id = candidate.id and job_id = ${jobId})
    order by id limit ${limit} for key share of candidate`
}

/** Deletes the count of a day; returns what it was. */
export async function deleteDay(sql: Tx, candidateId: number, day: string): Promise<number> {
  const [row] = await sql<{ used: number }>`
    delete from daily_apply where candidate_id = ${candidateId} and day = ${day} returning used`
  return row?.used ?? 0
}

const BATCH = 50

/** Deletes what this service has of a retired sandbox, 50 candidates at a time, erased ones included. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  const candidates = await sql<{ id: number }>`
    select id from candidate where sandbox_id = ${sandboxId} order by id limit ${BATCH} for update`
  const erased = await sql<{ id: number; candidateId: number }>`
    select id, candidate_id from erasure where sandbox_id = ${sandboxId} order by id limit ${BATCH} for update`
  const erasures = erased.map(({ id }) => id)
  const ids = [...candidates.map(({ id }) => id), ...erased.map(({ candidateId }) => candidateId)]
  await sql`delete from application where candidate_id = any(${ids}::integer[])`
  await sql`delete from daily_apply where candidate_id = any(${ids}::integer[])`
  await sql`delete from candidate where id = any(${ids}::integer[])`
  await sql`delete from erasure_confirmation where erasure_id = any(${erasures}::integer[])`
  await sql`delete from erasure where id = any(${erasures}::integer[])`
  await sql`delete from erased_candidate where candidate_id = any(${ids}::integer[])`
  for (const id of ids) {
    await deleteBudgets(sql, { kind: 'candidate', id })
    await deleteResponses(sql, `candidate:${id}`)
  }
  if (candidates.length === BATCH || erased.length === BATCH) return { isDone: false }
  await sql`delete from job_copy where sandbox_id = ${sandboxId}`
  await sql`delete from employer_copy where employer_id = ${sandboxId}`
  return { isDone: true }
}
