import { ApiError, notFound } from '@jobboard/contracts/error'
import { getJobFacts } from '@jobboard/contracts/jobs/internal'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { saveJobOwner } from './store.ts'

const TIMEOUT_MS = 300

/** Throws not_found unless the job belongs to the employer (D-19). A job whose owner is not stored is looked up in
 * jobs: throws unavailable while jobs cannot be reached. */
export async function assertOwnJob(
  { call, db }: Deps,
  employerId: number,
  jobId: number,
  storedOwner: number | undefined,
  requestId: string,
): Promise<void> {
  const owner = storedOwner ?? (await fetchJobOwner(call, jobId, requestId))
  if (storedOwner === undefined) await saveJobOwner(db.sql, jobId, owner)
  if (owner !== employerId) throw notFound()
}

async function fetchJobOwner(call: Deps['call'], jobId: number, requestId: string): Promise<number> {
  try {
    return (await call(getJobFacts, { params: { jobId } }, { timeoutMs: TIMEOUT_MS, requestId })).employerId
  } catch (error) {
    // Replaces the message of the other service: a 404 is byte-identical everywhere (D-19).
    throw error instanceof ApiError && error.code === 'not_found' ? notFound() : error
  }
}
