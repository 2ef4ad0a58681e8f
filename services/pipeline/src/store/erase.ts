import { erasedProfile } from '@jobboard/contracts/erasure'
import { fragment, type Tx } from '@jobboard/db/sql'
import { eraseResponses } from '@jobboard/service/http/idempotency'

/** Erases the person from the applications of a candidate, which stay with job, dates and status. Returns those that it
 * changed, in the order in which their employers' changes are numbered. */
export async function eraseApplications(
  sql: Tx,
  candidateId: number,
  erasedAt: string,
): Promise<{ id: number; employerId: number }[]> {
  const profile = erasedProfile(candidateId, erasedAt)
  const name = `${profile.firstName} ${profile.lastName}`
  const changed = await sql<{ id: number; employerId: number }>`
    update application set candidate = ${JSON.stringify(profile)}, name = ${name}, email = '', headline = null,
      phone = null, city = null, country = null, cover_letter = null, resume_url = null, screening_answers = '[]'
    where candidate_id = ${candidateId} and (email <> '' or cover_letter is not null or resume_url is not null)
    returning id, employer_id`
  return changed.toSorted((a, b) => a.employerId - b.employerId || a.id - b.id)
}

/** Erases what recruiters wrote about a candidate: notes, comments of scorecards, notes on status changes, and the texts
 * of the assessments. Verdicts, scores and the history of the status stay. */
export async function eraseTexts(sql: Tx, candidateId: number, now: Date): Promise<void> {
  const ids = fragment`(select id from application where candidate_id = ${candidateId})`
  await sql`
    update note set text = '', deleted_at = coalesce(deleted_at, ${now})
    where candidate_id = ${candidateId} and (text <> '' or deleted_at is null)`
  await sql`update scorecard set comments = null where application_id in ${ids} and comments is not null`
  await sql`update status_change set note = null where application_id in ${ids} and note is not null`
  // Before the assessments: a worker that has this task stores its assessment first, or not at all (P-114).
  await sql`delete from assessment_task where application_id in ${ids}`
  await sql`
    update assessment set summary = '', rubric_scores = (
      select coalesce(jsonb_agg(jsonb_set(score, '{rationale}', '""') order by place), '[]')
      from jsonb_array_elements(rubric_scores) with ordinality as criterion (score, place))
    where application_id in ${ids} and summary <> ''`
  await eraseResponses(
    sql,
    fragment`path like '/api/v1/applications/%' and split_part(path, '/', 5) in (
      select id::text from application where candidate_id = ${candidateId})`,
  )
}

/** Removes every tag from a candidate. Returns them in the order in which their counts are locked. */
export async function deleteTagsOf(
  sql: Tx,
  candidateId: number,
): Promise<{ employerId: number; label: string }[]> {
  const removed = await sql<{ employerId: number; label: string }>`
    delete from candidate_tag
    where candidate_id = ${candidateId}
      and employer_id in (select employer_id from application where candidate_id = ${candidateId})
    returning employer_id, label`
  return removed.toSorted((a, b) => a.employerId - b.employerId || (a.label < b.label ? -1 : 1))
}
