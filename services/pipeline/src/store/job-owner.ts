import { ApiError, notFound } from '@jobboard/contracts/error'
import { getJobFacts } from '@jobboard/contracts/internal/facts'
import type { Sql } from '@jobboard/db/sql'
import type { Deps } from '@jobboard/service/lifecycle/deps'

const TIMEOUT_MS = 300

/** Throws not_found unless the job is the employer's (D-19); on a miss asks jobs, and throws unavailable while that is
 * down. */
export async function assertOwnJob(
  { call, db }: Deps,
  employerId: number,
  jobId: number,
  requestId: string,
): Promise<void> {
  let owner = await findJobOwner(db.sql, jobId)
  if (owner === undefined) {
    owner = await askJobs(call, jobId, requestId)
    await saveJobOwner(db.sql, jobId, owner)
  }
  if (owner !== employerId) throw notFound()
}

/** Remembers whose job it is, for good. */
export async function saveJobOwner(sql: Sql, jobId: number, employerId: number): Promise<void> {
  await sql`
    insert into job_owner (job_id, employer_id) values (${jobId}, ${employerId}) on conflict do nothing`
}

async function findJobOwner(sql: Sql, jobId: number): Promise<number | undefined> {
  const [row] = await sql<{ employerId: number }>`select employer_id from job_owner where job_id = ${jobId}`
  return row?.employerId
}

async function askJobs(call: Deps['call'], jobId: number, requestId: string): Promise<number> {
  try {
    const { employerId } = await call(
      getJobFacts,
      { params: { jobId } },
      { timeoutMs: TIMEOUT_MS, requestId },
    )
    return employerId
  } catch (error) {
    throw error instanceof ApiError && error.code === 'not_found' ? notFound() : error
  }
}
