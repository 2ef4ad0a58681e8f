import { ApiError, notFound } from '@jobboard/contracts/error'
import { getJobFacts } from '@jobboard/contracts/jobs/internal'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Job } from './job.ts'
import { findJobCopy } from './store.ts'

const TIMEOUT_MS = 300

/** Reads the job with the name of its employer from the jobs service, or from the local copy while that is unavailable. Throws not_found when jobs
 * has no such job, unavailable when jobs is down and there is no copy of
 * a published job. */
export async function fetchJob({ call, db }: Deps, jobId: number, requestId: string): Promise<Job> {
  try {
    const facts = await call(getJobFacts, { params: { jobId } }, { timeoutMs: TIMEOUT_MS, requestId })
    const { expiryDate, employerName = null } = facts
    return { ...facts, employerName, expiryDate: expiryDate === null ? null : new Date(expiryDate) }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unavailable')) throw withOwnNotFound(error)
    const copy = await findJobCopy(db.sql, jobId)
    // A draft may have been published since.
    if (!copy || copy.status === 'Draft') throw error
    return copy
  }
}

// The body of a 404 is byte-identical everywhere, so the message of the other service is not passed on (D-19).
function withOwnNotFound(error: unknown): unknown {
  return error instanceof ApiError && error.code === 'not_found' ? notFound() : error
}
