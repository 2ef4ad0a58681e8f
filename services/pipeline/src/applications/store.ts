import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import { applicationState, MAX_STATE_CHANGES } from '@jobboard/contracts/applications/events'
import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { countRows, stateSource, statesOf } from '@jobboard/service/resync/source'
import { type Changed, numberChanges, numberedChanges, rejectionReason } from '../status/store.ts'
import {
  type Address,
  type Application,
  type ApplicationRecord,
  type ApplicationWithHistory,
  type NewApplication,
  type Submission,
  toApplicationState,
} from './application.ts'

import { listTerms, type Searched } from './words.ts'

/** The columns of a list row, with the candidate's tags and the score of the assessment. */
export const summaryColumns = fragment`
  application.id, job_id, job_title, job_reference, application.candidate_id, name, email, headline, status,
  application_type, is_ai_assisted, applied_at, updated_at, withdrawn_at, erased_at, ${rejectionReason},
  array(
    select label from candidate_tag
    where employer_id = application.employer_id and candidate_id = application.candidate_id order by label
  ) as tags,
  (select score from assessment where application_id = application.id) as assessment_score`

/** Throws not_found, also for another employer's application (D-19). */
export async function getApplication(sql: Sql, employerId: number, id: number): Promise<Application> {
  const [application] = await sql<Application>`
    select ${summaryColumns}, employer_id, candidate, phone, city, country, cover_letter, resume_url, screening_answers, version
    from application where id = ${id} and employer_id = ${employerId}`
  if (!application) throw notFound()
  return application
}

/** Where the candidates behind these applications of an employer live, by application. */
export async function listAddressesOf(
  sql: Sql,
  employerId: number,
  ids: number[],
): Promise<Map<number, Address>> {
  const rows = await sql<Address & { id: number }>`
    select id, candidate->>'street' as street, city, candidate->>'region' as region,
      candidate->>'postalCode' as postal_code, country
    from application where id = any(${ids}) and employer_id = ${employerId}`
  return new Map(rows.map(({ id, ...address }) => [id, address]))
}

/** The candidate behind an application. Throws not_found, also for another employer's application (D-19). */
export async function getCandidateId(sql: Sql, employerId: number, id: number): Promise<number> {
  const [row] = await sql<{ candidateId: number }>`
    select candidate_id from application where id = ${id} and employer_id = ${employerId}`
  if (!row) throw notFound()
  return row.candidateId
}

const insertedColumns = fragment`
  id, employer_id, job_id, job_title, job_reference, candidate_id, candidate, name, email, headline, phone, city, country,
  status, application_type, is_ai_assisted, cover_letter, resume_url, screening_answers, applied_at, updated_at,
  withdrawn_at, erased_at, version, is_restored`

/** Those of these applications that are stored. */
export async function listStoredIds(sql: Sql, ids: number[]): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`select id from application where id = any(${ids}::integer[])`
  return new Set(rows.map(({ id }) => id))
}

/** Stores those of these applications that are not stored already, with their scores. In the changes of their employers
 * those that `changed` come after all earlier ones, and then the new ones. Returns the ids of the new ones. Lock no other
 * row after it: until the commit, other changes of the employers wait. */
export async function insertApplications(
  sql: Tx,
  applications: readonly (NewApplication & { score?: number })[],
  { changed = [], isRestored = false }: { changed?: readonly Changed[]; isRestored?: boolean } = {},
): Promise<Set<number>> {
  if (applications.length === 0) {
    await numberChanges(sql, changed)
    return new Set()
  }
  const rows = applications.map((a) => ({
    ...{ id: a.id, employer_id: a.employerId, job_id: a.jobId, job_title: a.jobTitle },
    ...{ job_reference: a.jobReference, candidate_id: a.candidateId, candidate: a.candidate, name: a.name },
    ...{ email: a.email, headline: a.headline, phone: a.phone, city: a.city, country: a.country },
    ...{ status: a.status, application_type: a.applicationType, is_ai_assisted: a.isAiAssisted },
    ...{ cover_letter: a.coverLetter, resume_url: a.resumeUrl, screening_answers: a.screeningAnswers },
    ...{ applied_at: a.appliedAt, updated_at: a.updatedAt, withdrawn_at: a.withdrawnAt },
    ...{ erased_at: a.erasedAt, version: a.version, is_restored: isRestored },
    ...{ list_score: a.score ?? -1, ...listTerms(a) },
  }))
  // Left out without any: while the table is small it is planned as a scan, and the plan stays.
  const renumbered = fragment`, renumbered as (
    update application set change_number = numbered.change_number
    from numbered where application.id = numbered.id and application.id = any(${changed.map(({ id }) => id)}::integer[])
  )`
  // Complete at once: each update writes the row into every index again.
  const inserted = await sql<{ id: number }>`
    with ${numberedChanges([...changed, ...applications])}${changed.length > 0 ? renumbered : fragment``}
    insert into application (${insertedColumns}, list_score, change_number, list_name, list_words)
    select ${insertedColumns}, list_score, (select change_number from numbered where numbered.id = stored.id),
      item ->> 'listName', array_to_tsvector(array(select json_array_elements_text(item -> 'lexemes')))
    from json_array_elements(${JSON.stringify(rows)}) as item, json_populate_record(null::application, item) as stored
    order by id
    on conflict (id) do nothing returning id`
  return new Set(inserted.map(({ id }) => id))
}

/** A stored submission, whatever its status is now. */
export async function getSubmission(sql: Tx, id: number): Promise<Submission> {
  const [submission] = await sql<Submission>`
    select employer_id, job_id, job_title, job_reference, candidate_id, candidate, application_type, is_ai_assisted,
      cover_letter, resume_url, screening_answers, applied_at
    from application where id = ${id}`
  if (!submission) throw notFound()
  return submission
}

/** Stores the profile and the reference of a restored application from its event, which a resync did not have.
 * Returns false when the application is not a restored one. */
export async function completeRestored(sql: Tx, application: NewApplication): Promise<boolean> {
  const a = application
  const { listName, lexemes } = listTerms(a)
  const rows = await sql`
    update application set is_restored = false, job_reference = ${a.jobReference},
      candidate = ${JSON.stringify(a.candidate)}, name = ${a.name}, email = ${a.email}, headline = ${a.headline},
      phone = ${a.phone}, city = ${a.city}, country = ${a.country}, list_name = ${listName},
      list_words = array_to_tsvector(${lexemes}::text[])
    where id = ${a.id} and is_restored returning 1`
  return rows.length > 0
}

/** Applications with an id above `afterId`, in the order of their ids. */
export async function listApplicationsAfter(
  sql: Sql,
  afterId: number,
  limit: number,
): Promise<ApplicationWithHistory[]> {
  type Row = Omit<ApplicationWithHistory, 'changes'> & {
    changes: { status: ApplicationStatus; at: string }[]
  }
  const rows = await sql<Row>`
    select id, employer_id, job_id, job_title, candidate_id, status, version, updated_at, withdrawn_at, applied_at,
      application_type, ${rejectionReason},
      (select coalesce(json_agg(json_build_object('status', newest.status, 'at', newest.changed_at) order by newest.id), '[]')
        from (select change.id, change.status, change.changed_at from status_change change
          where change.application_id = application.id and change.status <> change.previous_status
          order by change.id desc limit ${MAX_STATE_CHANGES}) as newest) as changes,
      array(select distinct change.previous_status from status_change change
        where change.application_id = application.id and change.status <> change.previous_status) as former_statuses
    from application where id > ${afterId} order by id limit ${limit}`
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes.map(({ status, at }) => ({ status, at: new Date(at) })),
  }))
}

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

/** The records of those of the applications that the candidate submitted; the changes of status oldest first, without
 * the notes of recruiters, also where a note is all there was (D-26). */
export function listRecords(sql: Sql, candidateId: number, ids: number[]): Promise<ApplicationRecord[]> {
  return sql<ApplicationRecord>`
    select id as application_id, candidate as profile,
      (select coalesce(json_agg(json_build_object('previousStatus', previous_status, 'status', change.status,
          'changedAt', changed_at) order by change.id), '[]')
        from status_change change
        where change.application_id = application.id and change.status <> previous_status) as status_history,
      (select json_build_object('score', score, 'verdict', verdict, 'summary', summary, 'rubricScores', rubric_scores,
          'assessedAt', assessed_at, 'assessor', assessor)
        from assessment where assessment.application_id = application.id) as assessment
    from application where id = any(${ids}) and candidate_id = ${candidateId}`
}

/** Stores the owner of a job. Throws when the job is stored with another employer: a job never changes its owner. */
export async function saveJobOwner(sql: Sql, jobId: number, employerId: number): Promise<void> {
  const inserted = await sql`
    insert into job_owner (job_id, employer_id) values (${jobId}, ${employerId}) on conflict do nothing returning 1`
  if (inserted.length > 0) return
  if ((await findJobOwner(sql, jobId)) !== employerId)
    throw new Error(`job ${jobId} is stored with another employer`)
}

/** The employer of a job, where it is stored. */
export async function findJobOwner(sql: Sql, jobId: number): Promise<number | undefined> {
  const [row] = await sql<{ employerId: number }>`select employer_id from job_owner where job_id = ${jobId}`
  return row?.employerId
}

/** Whether an application is left that a release without lists by words has written, or an older one. */
export async function isUnprepared(sql: Sql): Promise<boolean> {
  const rows = await sql`select from application where list_words is null limit 1`
  return rows.length > 0
}

/** Locks up to `limit` of them. */
export function lockWithoutWords(sql: Tx, limit: number): Promise<(Searched & { id: number })[]> {
  return sql`
    select id, employer_id, name, email, headline, phone, erased_at from application where list_words is null
    order by id limit ${limit} for no key update skip locked`
}

/** Stores what lists find and sort these locked applications by. */
export async function saveListTerms(
  sql: Tx,
  terms: readonly { id: number; listName: string; lexemes: string[] }[],
): Promise<void> {
  await sql`
    update application set list_name = given.name,
      list_words = array_to_tsvector(array(select jsonb_array_elements_text(given.lexemes))),
      list_score = coalesce((select score from assessment where application_id = application.id), -1),
      has_scorecard = exists (select from scorecard where application_id = application.id)
    from unnest(${terms.map(({ id }) => id)}::integer[], ${terms.map(({ listName }) => listName)}::text[],
      ${terms.map(({ lexemes }) => JSON.stringify(lexemes))}::jsonb[]) as given (id, name, lexemes)
    where application.id = given.id`
}

/** Every application with the history of its status, from which accounts computes metrics. */
export const applicationStates = stateSource({
  type: applicationState,
  count: countRows('application'),
  async read(sql, { after, limit, now }) {
    return statesOf(await listApplicationsAfter(sql, Number(after), limit), now, toApplicationState)
  },
})
