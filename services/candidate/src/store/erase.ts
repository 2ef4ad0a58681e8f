import type { Erased } from '@jobboard/contracts/candidates/events'
import { fragment, type Tx } from '@jobboard/db/sql'
import { deleteOutboxEvents } from '@jobboard/events/erasure/stored-events'
import { personalAggregates } from '@jobboard/service/erasure/erasure'
import { eraseResponses } from '@jobboard/service/http/idempotency'
import type { ErasedApplication } from '../domain/erasure.ts'

/** Locks a candidate against every other change, applies included. Undefined when there is none. */
export async function lockForErasure(sql: Tx, candidateId: number): Promise<{ email: string } | undefined> {
  const [row] = await sql<{ email: string }>`select email from candidate where id = ${candidateId} for update`
  return row
}

/** The applications of a candidate, oldest first. */
export function listApplicationsOf(sql: Tx, candidateId: number): Promise<ErasedApplication[]> {
  return sql<ErasedApplication>`
    select id, employer_id, job_id, job_title, application_type, is_ai_assisted, applied_at
    from application where candidate_id = ${candidateId} order by id`
}

/** Deletes the candidate with the events about the person, and what the person wrote from the applications; the
 * applications stay. A second call changes nothing. */
export async function eraseCandidateData(sql: Tx, erased: Erased): Promise<void> {
  const { candidateId } = erased
  for (const aggregate of personalAggregates(erased)) await deleteOutboxEvents(sql, aggregate)
  await sql`delete from candidate where id = ${candidateId}`
  await sql`
    update application set cover_letter = null, resume_url = null, screening_answers = '[]'
    where candidate_id = ${candidateId}
      and (cover_letter is not null or resume_url is not null or screening_answers <> '[]')`
  await sql`delete from daily_apply where candidate_id = ${candidateId}`
  await eraseResponses(
    sql,
    fragment`
      path <> '/api/v1/me' and method = 'POST' and (owner = ${`candidate:${candidateId}`}
        or (owner = 'admin' and path = '/admin/v1/candidates' and body::jsonb ->> 'id' = ${String(candidateId)})
        or (owner = 'admin' and path like '/admin/v1/jobs/%' and body::jsonb ->> 'candidateId' = ${String(candidateId)}))`,
  )
}
