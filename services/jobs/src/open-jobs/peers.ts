import * as contract from '@jobboard/contracts/candidates/internal'
import { fetchEmployerNames } from '@jobboard/service/employer-names/employer-names'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { OpenJob } from './open-job.ts'

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

/** Candidates whose activity waits while the candidate service is down; that of further ones is lost. */
const MAX_PENDING = 100_000

const TIMEOUT_MS = 1_000

/** What the service holds in memory: the last activity of candidates that is not sent yet. */
export interface PendingActivity {
  pendingActivity: Map<number, Date>
}

/** Records in memory that a candidate was active; `report-activity` sends it within a second, so no call waits (D-42). */
export function recordActivity(
  { pendingActivity: pending }: PendingActivity,
  candidateId: number,
  now: Date,
): void {
  if (pending.size < MAX_PENDING || pending.has(candidateId)) pending.set(candidateId, now)
}

/** Sends the recorded activity to the candidate service. Throws unavailable; what was not sent is sent next time. */
export async function reportActivity({
  call,
  pendingActivity: pending,
}: Pick<Deps, 'call'> & PendingActivity): Promise<void> {
  while (pending.size > 0) {
    const batch = [...pending].slice(0, contract.MAX_ACTIVITY_PER_CALL)
    const activity = batch.map(([candidateId, at]) => ({ candidateId, at }))
    await call(contract.recordActivity, { body: { activity } }, { isSafe: true, timeoutMs: TIMEOUT_MS })
    // A call since then has recorded a later time.
    for (const [candidateId, at] of batch) if (pending.get(candidateId) === at) pending.delete(candidateId)
    if (batch.length < contract.MAX_ACTIVITY_PER_CALL) return
  }
}
