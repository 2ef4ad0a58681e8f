import { ApiError } from '@jobboard/contracts/error'
import { asOf, type Job } from './job.ts'

/** The ETag of a job as it is at `now` (D-61). */
export function etagOf(job: Job, now: Date): string {
  return `"${asOf(job, now).version}"`
}

/** True when an `If-None-Match` names this ETag. */
export function isKnown(header: string | undefined, etag: string): boolean {
  return names(header).some((name) => name === '*' || name.replace(/^W\//, '') === etag)
}

/** Throws precondition_failed when an `If-Match` is sent and names another version (D-61). */
export function checkMatch(header: string | undefined, etag: string): void {
  if (header === undefined || names(header).some((name) => name === '*' || name === etag)) return
  throw new ApiError(
    'precondition_failed',
    `If-Match: the job has changed and its ETag is now ${etag}; read it again and repeat your change.`,
  )
}

function names(header: string | undefined): string[] {
  return header?.split(',').map((name) => name.trim()) ?? []
}
