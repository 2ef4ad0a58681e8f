import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { getJobFacts, listJobFacts, MAX_JOBS_PER_CALL } from '@jobboard/contracts/jobs/internal'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import type { Job } from './job.ts'
import { findJobCopy } from './store.ts'

const TIMEOUT_MS = 300

type Facts = ResponseBody<typeof getJobFacts>

/** What the service holds in memory: the look-ups of jobs in flight. */
export interface JobLookUps {
  /** Reads a job in the jobs service. Throws not_found, and unavailable. */
  lookUpJob(jobId: number, requestId: string): Promise<Facts>
}

/** One look-up at a time: those who wait for the end of one share the next. Each look-up starts after the arrival of all
 * who share it, so that nobody sees a job as it was before. */
export function openJobLookUps(call: Call): JobLookUps {
  let next: { ids: Set<number>; found: Promise<Map<number, Promise<Facts>>> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  function prepareNext(requestId: string) {
    const ids = new Set<number>()
    const found = last.then(() => {
      if (next === prepared) next = undefined
      return readJobs(call, [...ids], requestId)
    })
    const prepared = { ids, found }
    last = found
    return prepared
  }

  return {
    async lookUpJob(jobId, requestId) {
      if (!next || next.ids.size >= MAX_JOBS_PER_CALL) next = prepareNext(requestId)
      next.ids.add(jobId)
      return (await next.found).get(jobId)!
    },
  }
}

/** Resolves when every job is read, or has failed. */
async function readJobs(
  call: Call,
  jobIds: number[],
  requestId: string,
): Promise<Map<number, Promise<Facts>>> {
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  const read = (jobId: number) => call(getJobFacts, { params: { jobId } }, options)
  const readTogether = async () => {
    const jobs = await call(listJobFacts, { body: { jobIds } }, { ...options, isSafe: true })
    return new Map(jobs.map((job) => [job.jobId, job]))
  }
  const together = jobIds.length > 1 ? readTogether() : undefined
  const results = jobIds.map(async (jobId) => {
    if (!together) return read(jobId)
    const job = (await together).get(jobId)
    if (!job) throw notFound()
    return job
  })
  await Promise.allSettled(results)
  return new Map(jobIds.map((jobId, i) => [jobId, results[i]!]))
}

/** Reads the job with the name of its employer from the jobs service, or from the local copy while that is unavailable.
 * Throws not_found when jobs has no such job, unavailable when jobs is down and there is no copy of a published job. */
export async function fetchJob(
  { lookUpJob, db }: Pick<Deps<BaseEnv, JobLookUps>, 'lookUpJob' | 'db'>,
  jobId: number,
  requestId: string,
): Promise<Job> {
  try {
    const facts = await lookUpJob(jobId, requestId)
    const { expiryDate } = facts
    return { ...facts, expiryDate: expiryDate === null ? null : new Date(expiryDate) }
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
