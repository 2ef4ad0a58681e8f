import type { Estimate } from '@jobboard/contracts/credits/credit'
import { APPLIES_PER_DAY } from '@jobboard/contracts/limits'
import type { Context } from '@jobboard/service/http/route'
import { checkGates, type Submission, utcDay } from '../domain/gates.ts'
import { assertOpen } from '../domain/job.ts'
import { fetchJob } from '../peers/job.ts'
import { getApplicant } from '../store/candidate.ts'

/** The checks of `submitApplication`, in its order. Throws the same refusals. */
export async function estimateApplication(
  { service, requestId, now, read }: Pick<Context, 'service' | 'requestId' | 'now' | 'read'>,
  submission: Submission,
): Promise<Estimate> {
  const { candidateId, jobId } = submission
  const job = await fetchJob(service, jobId, requestId)
  assertOpen(job, now)
  const applicant = await read((sql) => getApplicant(sql, candidateId, { jobId, day: utcDay(now) }))
  checkGates(applicant, job, submission, now)
  return { dailyApplies: { used: applicant.usedBefore, limit: APPLIES_PER_DAY } }
}
