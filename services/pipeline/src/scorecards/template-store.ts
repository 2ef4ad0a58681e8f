import type { ScorecardTemplate } from '@jobboard/contracts/applications/scorecard-templates'
import type { Sql, Tx } from '@jobboard/db/sql'

/** The template of a job: its own, or the employer's; without a job the employer's. Until one is stored it is empty. */
export async function getTemplate(
  sql: Sql,
  employerId: number,
  jobId: number | null,
): Promise<ScorecardTemplate> {
  const [template] = await sql<ScorecardTemplate>`
    select job_id, criteria, hide_others_until_submitted from scorecard_template
    where employer_id = ${employerId} and (job_id is null or job_id = ${jobId}::integer)
    order by job_id nulls last limit 1`
  return template ?? { jobId: null, criteria: [], hideOthersUntilSubmitted: false }
}

/** The same, while all templates of the employer are locked until the transaction ends, also before the first is stored. */
export async function lockTemplate(
  sql: Tx,
  employerId: number,
  jobId: number | null,
): Promise<ScorecardTemplate> {
  await sql`
    insert into scorecard_template (employer_id, job_id, criteria, hide_others_until_submitted)
    values (${employerId}, null, '[]', false) on conflict do nothing`
  await sql`select from scorecard_template where employer_id = ${employerId} and job_id is null for update`
  return getTemplate(sql, employerId, jobId)
}

/** Stores a template; `lockTemplate` has locked those of the employer. */
export async function saveTemplate(sql: Tx, employerId: number, template: ScorecardTemplate): Promise<void> {
  await sql`
    insert into scorecard_template (employer_id, job_id, criteria, hide_others_until_submitted)
    values (${employerId}, ${template.jobId}, ${JSON.stringify(template.criteria)}::jsonb,
      ${template.hideOthersUntilSubmitted})
    on conflict (employer_id, job_id) do update
      set criteria = excluded.criteria, hide_others_until_submitted = excluded.hide_others_until_submitted`
}

/** Deletes the own template of a job. Returns false when it has none. */
export async function deleteTemplate(sql: Tx, employerId: number, jobId: number): Promise<boolean> {
  const rows = await sql`
    delete from scorecard_template where employer_id = ${employerId} and job_id = ${jobId} returning 1`
  return rows.length > 0
}

/** Those of the employer's applications whose template hides the scorecards of others. */
export async function listHiding(
  sql: Sql,
  employerId: number,
  applicationIds: readonly number[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`
    select application.id from application
    left join scorecard_template own on own.employer_id = application.employer_id and own.job_id = application.job_id
    left join scorecard_template general on general.employer_id = application.employer_id and general.job_id is null
    where application.id = any(${applicationIds}::integer[]) and application.employer_id = ${employerId}
      and coalesce(own.hide_others_until_submitted, general.hide_others_until_submitted)`
  return new Set(rows.map(({ id }) => id))
}
