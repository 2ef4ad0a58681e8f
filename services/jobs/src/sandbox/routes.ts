import { ApiError } from '@jobboard/contracts/error'
import { expireJob } from '@jobboard/contracts/sandbox/endpoints'
import { countSandboxJobs } from '@jobboard/contracts/sandbox/internal'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { expireDue } from '../jobs/expire-actions.ts'
import { asOf, toDetail } from '../jobs/job.ts'
import { countSandboxJobs as count, lockJob, saveJob } from '../jobs/store.ts'

/** A job of a sandbox expires now, and how many it has. */
export const sandboxRoutes: Route[] = [
  route(expireJob, (context) =>
    context.commit(async (sql) => {
      const { employerId, params, now } = context
      const job = asOf(await lockJob(sql, employerId, params.id), now)
      if (job.status !== 'Active') {
        throw new ApiError('invalid_state', `The job is ${job.status}; only an Active job can expire.`)
      }
      await saveJob(sql, { ...job, expiryDate: now })
      const [expired] = await expireDue(sql, now, 1, job.id)
      await recordAudit(sql, context, {
        action: 'expire-job',
        entity: { type: 'job', id: job.id },
        before: { expiryDate: job.expiryDate },
        after: { expiryDate: now },
      })
      return { body: toDetail(expired!, now) }
    }),
  ),
  route(countSandboxJobs, async ({ sql, params }) => ({
    body: { jobs: await count(sql, params.sandboxId) },
  })),
]
