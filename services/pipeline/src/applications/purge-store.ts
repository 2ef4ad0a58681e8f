import type { Tx } from '@jobboard/db/sql'

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
