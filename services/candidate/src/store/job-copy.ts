import type { JobFacts } from '@jobboard/contracts/events/jobs'
import type { Sql, Tx } from '@jobboard/db/sql'
import type { Job } from '../domain/job.ts'

/** The copy of a job; undefined when no event about it has arrived. */
export async function findJobCopy(sql: Sql, jobId: number): Promise<Job | undefined> {
  const [job] = await sql<Job>`
    select job_id, employer_id, status, title, reference, expiry_date, screening_questions
    from job_copy where job_id = ${jobId}`
  return job
}

/** Saves the copy of a job unless the stored version is newer. */
export async function saveJobCopy(sql: Tx, job: JobFacts): Promise<void> {
  await sql`
    insert into job_copy
      (job_id, employer_id, status, title, reference, expiry_date, screening_questions, version)
    values (${job.jobId}, ${job.employerId}, ${job.status}, ${job.title}, ${job.reference}, ${job.expiryDate},
      ${JSON.stringify(job.screeningQuestions)}, ${job.version})
    on conflict (job_id) do update set
      status = excluded.status, title = excluded.title, reference = excluded.reference,
      expiry_date = excluded.expiry_date, screening_questions = excluded.screening_questions,
      version = excluded.version
    where job_copy.version < excluded.version`
}
