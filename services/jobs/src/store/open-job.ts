import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql } from '@jobboard/db/sql'
import type { OpenJob } from '../domain/open-job.ts'
import { salaryColumns } from './job.ts'

/** The columns of a job in a list of candidates; needs `employer_copy` joined. */
export const openJobColumns = fragment`
  job.id, job.employer_id, employer_copy.name as employer_name, title, city, country, employment_type, remote_type,
  apply_method, ${salaryColumns}, posted_date as posted_at, expiry_date as expires_at`

/** Whether a job is Active at `now` (D-25). */
export function isOpen(now: Date) {
  return fragment`status = 'Active' and expiry_date > ${now}`
}

/** One job that is Active at `now`. Throws not_found. */
export async function getOpenJob(sql: Sql, id: number, now: Date): Promise<OpenJob> {
  const [job] = await sql<OpenJob>`
    select ${openJobColumns}, description, apply_url, screening_questions
    from job left join employer_copy on employer_copy.employer_id = job.employer_id
    where job.id = ${id} and ${isOpen(now)}`
  if (!job) throw notFound()
  return job
}
