import type { JobFacts } from '@jobboard/contracts/jobs/events'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Job } from './job.ts'

/** The copy of a job with the copied name of its employer, if there is one; undefined when no event about it has arrived. */
export async function findJobCopy(sql: Sql, jobId: number): Promise<Job | undefined> {
  const [job] = await sql<Job>`
    select job_id, employer_id, status, title, reference, description, city, country, employment_type, remote_type,
      expiry_date, screening_questions, sandbox_id,
      (select name from employer_copy where employer_copy.employer_id = job_copy.employer_id) as employer_name
    from job_copy where job_id = ${jobId}`
  return job
}

/** References of jobs, by id; a job without a copy is left out. */
export async function listJobReferences(sql: Sql, jobIds: number[]): Promise<Map<number, string | null>> {
  const rows = await sql<{ jobId: number; reference: string | null }>`
    select job_id, reference from job_copy where job_id = any(${jobIds})`
  return new Map(rows.map(({ jobId, reference }) => [jobId, reference]))
}

/** Saves the copy of a job unless the stored version is as new; then it writes nothing. */
export async function saveJobCopy(sql: Tx, job: JobFacts): Promise<void> {
  await sql`
    insert into job_copy
      (job_id, employer_id, status, title, reference, description, city, country, employment_type, remote_type,
        expiry_date, screening_questions, version, sandbox_id)
    select ${job.jobId}, ${job.employerId}, ${job.status}, ${job.title}, ${job.reference},
      ${job.description}, ${job.city}, ${job.country}, ${job.employmentType}, ${job.remoteType},
      ${job.expiryDate}::timestamptz, ${JSON.stringify(job.screeningQuestions)}::jsonb, ${job.version}::int,
      ${job.sandboxId ?? null}::int
    where not exists (select from job_copy where job_id = ${job.jobId} and version >= ${job.version}::int)
    on conflict (job_id) do update set
      status = excluded.status, title = excluded.title, reference = excluded.reference,
      description = excluded.description, city = excluded.city, country = excluded.country,
      employment_type = excluded.employment_type, remote_type = excluded.remote_type,
      expiry_date = excluded.expiry_date, screening_questions = excluded.screening_questions,
      version = excluded.version
    where job_copy.version < excluded.version`
}
