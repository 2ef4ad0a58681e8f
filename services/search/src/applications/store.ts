import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_SHOWN_APPLICATIONS } from '@jobboard/contracts/limits'
import type { previewCandidate } from '@jobboard/contracts/search/search'
import type { Sql, Tx } from '@jobboard/db/sql'

/** The applications of a candidate to the calling employer, as rows, previews and dry runs show them. */
type ShownApplications = NonNullable<ResponseBody<typeof previewCandidate>['applications']>

/** An application as an event of pipeline states it. */
export interface ReceivedApplication {
  applicationId: number
  employerId: number
  candidateId: number
  jobId: number
  jobTitle: string
  status: ApplicationStatus
  version: number
  /** Absent in a change of status. */
  appliedAt?: string | undefined
}

/** Saves applications unless the stored version is newer; in whatever order their events arrive, the time of applying
 * stays. */
export async function saveApplications(sql: Tx, received: readonly ReceivedApplication[]): Promise<void> {
  // A statement changes each row once.
  const merged = new Map<number, ReceivedApplication>()
  for (const one of received) {
    const known = merged.get(one.applicationId)
    const newest = known && known.version > one.version ? known : one
    merged.set(one.applicationId, { ...newest, appliedAt: known?.appliedAt ?? one.appliedAt })
  }
  await sql`
    insert into application_copy as stored (application_id, employer_id, candidate_id, job_id, job_title, status, version,
      applied_at)
    select "applicationId", "employerId", "candidateId", "jobId", "jobTitle", status, version, "appliedAt"
    from json_to_recordset(${JSON.stringify([...merged.values()])}) as new ("applicationId" int, "employerId" int,
      "candidateId" int, "jobId" int, "jobTitle" text, status text, version int, "appliedAt" timestamptz)
    order by "applicationId"
    on conflict (application_id) do update set
      status = case when stored.version < excluded.version then excluded.status else stored.status end,
      version = greatest(stored.version, excluded.version),
      applied_at = coalesce(stored.applied_at, excluded.applied_at)
    where stored.version < excluded.version or stored.applied_at is null`
}

/** The live applications of the candidates to the employer (D-68): not withdrawn, at most 5 each, newest first. One look-up for all. */
export async function listApplications(
  sql: Sql,
  employerId: number,
  candidateIds: readonly number[],
): Promise<Map<number, ShownApplications>> {
  const found = new Map<number, ShownApplications>(candidateIds.map((id) => [id, []]))
  if (candidateIds.length === 0) return found
  const rows = await sql<{
    candidateId: number
    applicationId: number
    jobId: number
    jobTitle: string
    status: ApplicationStatus
    appliedAt: Date
  }>`
    select wanted.candidate_id, application.* from unnest(${candidateIds}::int[]) as wanted (candidate_id)
    cross join lateral (
      select application_id, job_id, job_title, status, applied_at from application_copy
      where candidate_id = wanted.candidate_id and employer_id = ${employerId} and applied_at is not null
        and status <> 'Withdrawn'
      order by applied_at desc, application_id desc limit ${MAX_SHOWN_APPLICATIONS}
    ) as application`
  for (const { candidateId, applicationId: id, appliedAt, ...application } of rows)
    found.get(candidateId)!.push({ id, ...application, appliedAt: appliedAt.toISOString() })
  return found
}

/** Deletes the applications of a candidate. */
export async function deleteApplications(sql: Tx, candidateId: number): Promise<void> {
  await sql`delete from application_copy where candidate_id = ${candidateId}`
}
