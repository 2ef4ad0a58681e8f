import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import type { Sql } from '@jobboard/db/sql'

/** How many of the employer's applications to one job have one status; none has no row. */
export interface StatusCount {
  jobId: number
  status: ApplicationStatus
  count: number
}

/** The numbers of the employer's applications to these jobs by status. */
export function countApplications(
  sql: Sql,
  employerId: number,
  jobIds: readonly number[],
): Promise<StatusCount[]> {
  return sql<StatusCount>`
    select job_id, status, count(*)::integer as count from application
    where employer_id = ${employerId} and job_id = any(${jobIds}::integer[])
    group by job_id, status`
}
