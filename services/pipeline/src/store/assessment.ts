import { notFound } from '@jobboard/contracts/error'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { StoredAssessment } from '../domain/assessment/assessor.ts'

/** Stores the assessment of an application; there is one for ever. Returns false when it is stored already. */
export async function insertAssessment(
  sql: Tx,
  applicationId: number,
  assessment: StoredAssessment,
): Promise<boolean> {
  const { score, verdict, summary, rubricScores, assessor, assessedAt } = assessment
  const rows = await sql`
    insert into assessment (application_id, score, verdict, summary, rubric_scores, assessor, assessed_at)
    values (${applicationId}, ${score}, ${verdict}, ${summary}, ${JSON.stringify(rubricScores)}, ${assessor},
      ${assessedAt})
    on conflict do nothing returning 1`
  return rows.length > 0
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
