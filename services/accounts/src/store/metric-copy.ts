import type { ApplicationStatus } from '@jobboard/contracts/application'
import type { JobFacts } from '@jobboard/contracts/events/jobs'
import type { Tx } from '@jobboard/db/sql'
import { stageOf } from '../domain/stage.ts'

/** Stores a job unless a newer version is stored. */
export async function saveJob(sql: Tx, job: JobFacts): Promise<void> {
  await sql`
    insert into job_copy (job_id, employer_id, status, title, expiry_date, version)
    values (${job.jobId}, ${job.employerId}, ${job.status}, ${job.title}, ${job.expiryDate}, ${job.version})
    on conflict (job_id) do update set status = excluded.status, title = excluded.title,
      expiry_date = excluded.expiry_date, version = excluded.version
    where job_copy.version < excluded.version`
}

/** The entry of an application into a status; `version` 1 is the submission. */
export interface StatusEntry {
  applicationId: number
  employerId: number
  jobId: number
  status: ApplicationStatus
  version: number
  at: string
}

/** Stores the current status of an application, its furthest stage and the stays in each status. Idempotent and
 * independent of the order: the same set of entries always gives the same rows. */
export async function saveStatusEntry(sql: Tx, entry: StatusEntry): Promise<void> {
  const { applicationId, employerId, jobId, status, version, at } = entry
  // Updates, and so locks, the row also when it is newer: the statements on its stays run in one transaction at a time.
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

/** Stores the start of a paid unlock window. */
export async function saveUnlock(
  sql: Tx,
  unlock: { employerId: number; candidateId: number; unlockedAt: string },
): Promise<void> {
  await sql`
    insert into unlock_copy (employer_id, unlocked_at, candidate_id)
    values (${unlock.employerId}, ${unlock.unlockedAt}, ${unlock.candidateId}) on conflict do nothing`
}
