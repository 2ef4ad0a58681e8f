import { fetchEmployerNames } from '@jobboard/service/employer-names/employer-names'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { OpenJob } from '../domain/open-job.ts'

/** The jobs with the names of their employers: a name without a local copy is looked up in accounts.
 * Throws unavailable when accounts is down on a miss. */
export async function withEmployerNames<J extends Pick<OpenJob, 'employerId' | 'employerName'>>(
  service: Deps,
  jobs: J[],
  requestId: string,
): Promise<(J & { employerName: string })[]> {
  const missing = jobs.flatMap((job) => (job.employerName === null ? job.employerId : []))
  const names = missing.length > 0 ? await fetchEmployerNames(service, missing, requestId) : new Map()
  return jobs.map((job) => ({ ...job, employerName: job.employerName ?? names.get(job.employerId)! }))
}
