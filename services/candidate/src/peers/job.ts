import { ApiError, notFound } from '@jobboard/contracts/error'
import { getJobFacts } from '@jobboard/contracts/internal/facts'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Job } from '../domain/job.ts'
import { findJob } from '../store/job-copy.ts'

const TIMEOUT_MS = 300

/** The job as its service knows it now, or as our copy has it while that service is down. Throws not_found when jobs
 * does not know it, unavailable when neither can tell. */
export async function getJob({ call, db }: Deps, jobId: number, requestId: string): Promise<Job> {
  try {
    const facts = await call(getJobFacts, { params: { jobId } }, { timeoutMs: TIMEOUT_MS, requestId })
    return { ...facts, expiryDate: facts.expiryDate === null ? null : new Date(facts.expiryDate) }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'unavailable')) throw notFoundOr(error)
    const copy = await findJob(db.sql, jobId)
    if (!copy) throw error
    return copy
  }
}

// The message of the other service is not ours to pass on: a 404 is byte-identical everywhere (D-19).
function notFoundOr(error: unknown): unknown {
  return error instanceof ApiError && error.code === 'not_found' ? notFound() : error
}
