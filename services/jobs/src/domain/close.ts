import { asOf, type Job, nextVersion } from './job.ts'

/** Closes a Draft or Active job (D-24). Undefined when the job is Closed or Expired already. */
export function close(stored: Job, now: Date): Job | undefined {
  const job = asOf(stored, now)
  return job.status === 'Draft' || job.status === 'Active'
    ? nextVersion(job, { status: 'Closed' }, now)
    : undefined
}
