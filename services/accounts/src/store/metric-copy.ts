import type { ApplicationStatus } from '@jobboard/contracts/application'
import type { JobFacts } from '@jobboard/contracts/events/jobs'
import type { Tx } from '@jobboard/db/sql'
import { stageOf } from '../domain/stage.ts'

/** Keeps the newest version of a job. */
export async function saveJob(sql: Tx, job: JobFacts): Promise<void> {
  await sql`
    insert into job_copy (job_id, employer_id, status, title, expiry_date, version)
    values (${job.jobId}, ${job.employerId}, ${job.status}, ${job.title}, ${job.expiryDate}, ${job.version})
    on conflict (job_id) do update set status = excluded.status, title = excluded.title,
      expiry_date = excluded.expiry_date, version = excluded.version
    where job_copy.version < excluded.version`
}

/** An application's arrival in a status; `version` 1 is the submission. */
export interface Arrival {
  applicationId: number
  employerId: number
  jobId: number
  status: ApplicationStatus
  version: number
  at: string
}

/** Keeps where an application stands, how far it ever came, and how long it stayed: in whatever order it is told, once or
 * more often, the outcome is the same. */
export async function saveArrival(sql: Tx, arrival: Arrival): Promise<void> {
  const { applicationId, employerId, jobId, status, version, at } = arrival
  // Locks the row also when it is the newer one: the stays below are joined by one transaction at a time.
  await sql`
    insert into application_copy as copy (application_id, employer_id, job_id, status, stage, version)
    values (${applicationId}, ${employerId}, ${jobId}, ${status}, ${stageOf(status)}, ${version})
    on conflict (application_id) do update set
      status = case when copy.version < excluded.version then excluded.status else copy.status end,
      stage = greatest(copy.stage, excluded.stage),
      version = greatest(copy.version, excluded.version)`
  await sql`
    insert into application_stay (application_id, version, employer_id, status, entered_at, left_at)
    values (${applicationId}, ${version}, ${employerId}, ${status}, ${at}, (
      select entered_at from application_stay where application_id = ${applicationId} and version = ${version} + 1))
    on conflict do nothing`
  await sql`
    update application_stay set left_at = ${at}
    where application_id = ${applicationId} and version = ${version} - 1 and left_at is null`
}

/** Keeps a paid window. */
export async function saveUnlock(
  sql: Tx,
  unlock: { employerId: number; candidateId: number; unlockedAt: string },
): Promise<void> {
  await sql`
    insert into unlock_copy (employer_id, unlocked_at, candidate_id)
    values (${unlock.employerId}, ${unlock.unlockedAt}, ${unlock.candidateId}) on conflict do nothing`
}

/** Empties every copy. */
export async function deleteCopies(sql: Tx): Promise<void> {
  await sql`truncate job_copy, application_copy, application_stay, unlock_copy`
}
