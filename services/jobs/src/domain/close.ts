import { asOf, type Job, next } from './job.ts'

/** A Draft or Active job becomes Closed; one that has ended already stays as it is: undefined (D-24). */
export function close(stored: Job, now: Date): Job | undefined {
  const job = asOf(stored, now)
  return job.status === 'Draft' || job.status === 'Active' ? next(job, { status: 'Closed' }, now) : undefined
}
