import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { OpenJob } from '../domain/open-job.ts'
import { saveEmployerCopy } from '../store/employer-copy.ts'

const TIMEOUT_MS = 300

/** The jobs with the names of their employers: a name without a local copy is looked up in accounts.
 * Throws unavailable when accounts is down on a miss. */
export async function withEmployerNames<J extends Pick<OpenJob, 'employerId' | 'employerName'>>(
  service: Deps,
  jobs: J[],
  requestId: string,
): Promise<(J & { employerName: string })[]> {
  const missing = new Set(jobs.filter((job) => job.employerName === null).map((job) => job.employerId))
  const names = new Map(
    await Promise.all(
      [...missing].map(async (id) => [id, await fetchEmployerName(service, id, requestId)] as const),
    ),
  )
  return jobs.map((job) => ({ ...job, employerName: job.employerName ?? names.get(job.employerId)! }))
}

async function fetchEmployerName({ call, db }: Deps, employerId: number, requestId: string): Promise<string> {
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  const { name, version } = await call(getEmployerFacts, { params: { employerId } }, options)
  await saveEmployerCopy(db.sql, { employerId, name, version })
  return name
}
