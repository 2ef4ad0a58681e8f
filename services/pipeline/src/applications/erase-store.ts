import { erasedProfile } from '@jobboard/contracts/candidates/erasure'
import type { Erased } from '@jobboard/contracts/candidates/events'
import { fullName } from '@jobboard/contracts/text'
import { fragment, type Tx } from '@jobboard/db/sql'
import { eraseResponses } from '@jobboard/service/http/idempotency'
import type { ApplicationState } from '../status/status.ts'
import { rejectionReason } from '../status/store.ts'
import type { ErasedApplication } from './application.ts'

/** An application that is to be erased. */
type UnerasedApplication = ApplicationState & { isNew: boolean }

/** Locks the applications of a candidate that are not erased, or that have the person's data again. `isNew`: not erased
 * before, so its event is not published. */
export function lockUnerased(sql: Tx, candidateId: number): Promise<UnerasedApplication[]> {
  // In the order of the ids, so that two passes at the same time never wait for each other.
  return sql<UnerasedApplication>`
    select id, employer_id, job_id, job_title, candidate_id, status, version, updated_at, withdrawn_at,
      ${rejectionReason}, erased_at is null as is_new
    from application
    where candidate_id = ${candidateId}
      and (erased_at is null or email <> '' or cover_letter is not null or resume_url is not null
        or rejection_text is not null)
    order by id for update`
}

/** Erases the person from locked applications, which stay with job, dates and status. */
export async function eraseApplications(
  sql: Tx,
  applications: readonly ErasedApplication[],
  { candidateId, erasedAt }: Pick<Erased, 'candidateId' | 'erasedAt'>,
): Promise<void> {
  const profile = erasedProfile(candidateId, erasedAt)
  const name = fullName(profile)
  await sql`
    update application set candidate = ${JSON.stringify(profile)}, name = ${name}, email = '', headline = null,
      phone = null, city = null, country = null, cover_letter = null, resume_url = null, screening_answers = '[]',
      rejection_text = null, list_name = '', list_words = '',
      erased_at = coalesce(erased_at, ${erasedAt}), updated_at = erased.at
    from unnest(${applications.map(({ id }) => id)}::integer[],
      ${applications.map(({ updatedAt }) => updatedAt)}::timestamptz[]) as erased (id, at)
    where application.id = erased.id`
}

/** Erases what recruiters wrote about a candidate: notes, texts of scorecards, notes and reasons of status changes, labels
 * and stages in the paths of stored requests, and the texts of the assessments. Verdicts, scores and the history of the status stay. */
export async function eraseTexts(sql: Tx, candidateId: number, now: Date): Promise<void> {
  const ids = fragment`(select id from application where candidate_id = ${candidateId})`
  await sql`
    update note set text = '', deleted_at = coalesce(deleted_at, ${now})
    where candidate_id = ${candidateId} and (text <> '' or deleted_at is null)`
  await eraseScorecards(sql, ids)
  await sql`
    update status_change set note = null, rejection_text = null
    where application_id in ${ids} and (note is not null or rejection_text is not null)`
  // Before the assessments: a worker that has this task stores its assessment first, or not at all.
  await sql`delete from assessment_task where application_id in ${ids}`
  await sql`
    update assessment set summary = '', rubric_scores = (
      select coalesce(jsonb_agg(jsonb_set(score, '{rationale}', '""') order by place), '[]')
      from jsonb_array_elements(rubric_scores) with ordinality as criterion (score, place))
    where application_id in ${ids} and summary <> ''`
  // A repetition finds nothing to delete any more: 404 again.
  await sql`
    delete from idempotency
    where path like '/api/v1/applications/%' and split_part(path, '/', 6) in ('tags', 'scorecards')
      and split_part(path, '/', 7) <> '' and split_part(path, '/', 5) in (select id::text from ${ids} as own (id))`
  await eraseResponses(
    sql,
    fragment`path like '/api/v1/applications/%' and split_part(path, '/', 5) in (
      select id::text from application where candidate_id = ${candidateId})`,
  )
}

// A stage is part of the key of a scorecard, so it becomes `erased 1`, `erased 2` ... of its author; one that is named so
// already stays.
async function eraseScorecards(sql: Tx, ids: ReturnType<typeof fragment>): Promise<void> {
  await sql`
    update scorecard set comments = null, ratings = (
      select coalesce(jsonb_agg(jsonb_set(rating, '{criterion}', '""') order by place), '[]')
      from jsonb_array_elements(ratings) with ordinality as given (rating, place))
    where application_id in ${ids} and (comments is not null or jsonb_path_exists(ratings, '$[*] ? (@.criterion != "")'))`
  await sql`
    update scorecard set stage = 'erased ' || numbered.number
    from (
      select application_id, author_user_id, stage, ${ERASED_STAGES} + row_number() over (
        partition by application_id, author_user_id order by created_at, stage) as number
      from scorecard card where application_id in ${ids} and stage !~ '^erased [0-9]{1,6}$'
    ) as numbered
    where scorecard.application_id = numbered.application_id
      and scorecard.author_user_id = numbered.author_user_id and scorecard.stage = numbered.stage`
}

// The highest number in an erased stage of the author.
const ERASED_STAGES = fragment`coalesce((
  select max(substr(erased.stage, 8)::integer) from scorecard erased
  where erased.application_id = card.application_id and erased.author_user_id = card.author_user_id
    and erased.stage ~ '^erased [0-9]{1,6}$'), 0)`

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

const BATCH = 200

/** Deletes what pipeline has of a retired sandbox, 200 applications at a time, and at last what belongs to the employer. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  const applications = await sql<{ id: number; candidateId: number }>`
    select id, candidate_id from application where employer_id = ${sandboxId} order by id limit ${BATCH} for update`
  const ids = applications.map(({ id }) => id)
  const candidateIds = applications.map(({ candidateId }) => candidateId)
  await sql`delete from note where employer_id = ${sandboxId} and candidate_id = any(${candidateIds}::integer[])`
  await sql`delete from scorecard where application_id = any(${ids}::integer[])`
  await sql`delete from status_change where application_id = any(${ids}::integer[])`
  await sql`delete from assessment_task where application_id = any(${ids}::integer[])`
  await sql`delete from assessment where application_id = any(${ids}::integer[])`
  await sql`delete from application where id = any(${ids}::integer[])`
  if (ids.length === BATCH) return { isDone: false }
  await sql`delete from candidate_tag where employer_id = ${sandboxId}`
  await sql`delete from tag where employer_id = ${sandboxId}`
  await sql`delete from employer_change where employer_id = ${sandboxId}`
  await sql`delete from employer_rejection_reasons where employer_id = ${sandboxId}`
  await sql`delete from scorecard_template where employer_id = ${sandboxId}`
  await sql`delete from job_owner where employer_id = ${sandboxId}`
  return { isDone: true }
}
