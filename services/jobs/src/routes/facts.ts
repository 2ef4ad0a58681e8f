import { getJobFacts } from '@jobboard/contracts/jobs/internal'
import { type Route, route } from '@jobboard/service/http/route'
import { getAnyJob } from '../store/job.ts'
import { toFacts } from '../wire/job.ts'

/** The internal endpoint through which other services read a job. */
export const factRoutes: Route[] = [
  route(getJobFacts, async ({ sql, params, now }) => {
    const job = await getAnyJob(sql, params.jobId)
    return { body: { ...toFacts(job, now), employerName: job.employerName } }
  }),
]
