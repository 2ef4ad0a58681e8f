import { notFound } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'

/** The candidate behind an application, locked until the transaction ends: what one employer adds to the candidate
 * is added by one transaction at a time, so the limits are exact. Throws not_found (D-19), also for
 * an erased candidate. */
export async function lockCandidate(sql: Tx, employerId: number, applicationId: number): Promise<number> {
  const [row] = await sql<{ candidateId: number }>`
    select candidate_id, pg_advisory_xact_lock(hashtextextended(
      current_schema() || ' candidate ' || employer_id || ' ' || candidate_id, 0)) as locked
    from application where id = ${applicationId} and employer_id = ${employerId} and not exists (
      select from erased_candidate where erased_candidate.candidate_id = application.candidate_id)`
  if (!row) throw notFound()
  return row.candidateId
}
