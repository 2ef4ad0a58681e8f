import { notFound } from '@jobboard/contracts/error'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Submission } from '../applications/application.ts'
import type { AssessmentInput, StoredAssessment } from './assessment.ts'

/** Stores assessments of applications; of each there is one for ever. Returns the applications whose assessment was not
 * stored already. */
export async function insertAssessments(
  sql: Tx,
  assessments: readonly (StoredAssessment & { applicationId: number })[],
): Promise<number[]> {
  if (assessments.length === 0) return []
  const rows = assessments.map((a) => ({
    ...{ application_id: a.applicationId, score: a.score, verdict: a.verdict, summary: a.summary },
    ...{ rubric_scores: a.rubricScores, assessor: a.assessor, assessed_at: a.assessedAt },
  }))
  const inserted = await sql<{ applicationId: number }>`
    insert into assessment (application_id, score, verdict, summary, rubric_scores, assessor, assessed_at)
    select application_id, score, verdict, summary, rubric_scores, assessor, assessed_at
    from json_populate_recordset(null::assessment, ${JSON.stringify(rows)}) order by application_id
    on conflict do nothing returning application_id`
  return inserted.map(({ applicationId }) => applicationId)
}

/** The assessments of those of these applications of the employer that are assessed, by application. */
export async function listAssessmentsOf(
  sql: Sql,
  employerId: number,
  applicationIds: number[],
): Promise<Map<number, StoredAssessment>> {
  const rows = await sql<StoredAssessment & { applicationId: number }>`
    select application_id, score, verdict, summary, rubric_scores, assessor, assessed_at
    from assessment join application on application.id = assessment.application_id
    where application_id = any(${applicationIds}::integer[]) and employer_id = ${employerId}`
  return new Map(rows.map(({ applicationId, ...assessment }) => [applicationId, assessment]))
}

/** Throws not_found, also for another employer's application (D-19) and before it is assessed (D-31). */
export async function getAssessment(
  sql: Sql,
  employerId: number,
  applicationId: number,
): Promise<StoredAssessment> {
  const [assessment] = await sql<StoredAssessment>`
    select score, verdict, summary, rubric_scores, assessor, assessed_at
    from assessment join application on application.id = assessment.application_id
    where application_id = ${applicationId} and employer_id = ${employerId}`
  if (!assessment) throw notFound()
  return assessment
}

/** An application that a worker assesses. */
export interface AssessmentTask {
  applicationId: number
  employerId: number
  input: AssessmentInput
  /** The profile as the application arrived with it. */
  own: Submission['candidate']
  /** A call was made or was about to be made; its result is not stored. */
  isCalled: boolean
}

/** `Db.listen` channel that is notified after each commit with a new task. */
export const ASSESSMENT_CHANNEL = 'assessment_task'

/** Leaves the assessments of applications to a worker. */
export async function insertAssessmentTasks(
  sql: Tx,
  tasks: readonly { applicationId: number; input: AssessmentInput }[],
): Promise<void> {
  if (tasks.length === 0) return
  await sql`
    insert into assessment_task (application_id, input)
    select application_id, input
    from unnest(${tasks.map(({ applicationId }) => applicationId)}::integer[],
      ${tasks.map(({ input }) => JSON.stringify(input))}::jsonb[]) as task (application_id, input)
    order by application_id
    on conflict do nothing`
  sql.notify(ASSESSMENT_CHANNEL)
}

/** Locks the oldest task that no replica has leased. */
export async function lockDueTask(sql: Tx): Promise<AssessmentTask | undefined> {
  const [task] = await sql<AssessmentTask>`
    select application_id, employer_id, input, candidate as own, called_at is not null as is_called
    from assessment_task join application on application.id = application_id
    where leased_until is null or leased_until < clock_timestamp()
    order by application_id limit 1 for update of assessment_task skip locked`
  return task
}

/** Leases a task that this transaction has locked, on the real clock. */
export async function leaseTask(
  sql: Tx,
  applicationId: number,
  { isCalling, seconds }: { isCalling: boolean; seconds: number },
): Promise<void> {
  await sql`
    update assessment_task set
      leased_until = clock_timestamp() + make_interval(secs => ${seconds}),
      called_at = case when ${isCalling}::boolean then clock_timestamp() else called_at end
    where application_id = ${applicationId}`
}

/** Counts a call of this UTC day (real clock). Returns false, and counts nothing, when the day has `limit` calls. */
export async function countCall(sql: Tx, limit: number): Promise<boolean> {
  const rows = await sql`
    insert into assessment_call (day, calls)
    select (clock_timestamp() at time zone 'utc')::date, 1 where ${limit}::integer > 0
    on conflict (day) do update set calls = assessment_call.calls + 1 where assessment_call.calls < ${limit}
    returning 1`
  return rows.length > 0
}

/** Deletes a task. Returns false when there is none: another replica has stored the assessment, or the candidate was
 * erased. */
export async function deleteTask(sql: Tx, applicationId: number): Promise<boolean> {
  // Before the task, as an erasure locks them.
  await sql`select from application where id = ${applicationId} for no key update`
  const rows = await sql`delete from assessment_task where application_id = ${applicationId} returning 1`
  return rows.length > 0
}
