import type { publishJob as endpoint } from '@jobboard/contracts/jobs/endpoints'
import { jobPublished } from '@jobboard/contracts/jobs/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { debit, estimateDebit } from '@jobboard/ledger/debit'
import { failpoint } from '@jobboard/process/failpoint'
import type { Action, DryRun } from '@jobboard/service/http/route'
import { checkExpiryDate, publish } from '../domain/publish.ts'
import { getJob, lockJob, saveJob } from '../store/job.ts'
import { toDetail, toEvent } from '../wire/job.ts'

/** D-22: state, debit and event commit together or not at all.
 * Throws, in this order, invalid_request, not_found, invalid_state, no_credits. */
export const publishJob: Action<typeof endpoint> = async (context) => {
  const { commit, employerId, params, body, requestId, now } = context
  checkExpiryDate(body.expiryDate, now)
  const reply = await commit(async (sql) => {
    const job = publish(await lockJob(sql, employerId, params.id), now, body.expiryDate)
    const cause = `publish-job ${job.id}`
    const { remaining } = await debit(sql, { employerId, kind: 'JobPosting', cause, requestId, now })
    failpoint('publish-after-debit')
    await saveJob(sql, job)
    await appendEvent(sql, jobPublished, toEvent(job, now))
    return { body: toDetail(job, now), credits: { cost: 1, remaining } }
  })
  failpoint('publish-after-commit')
  return reply
}

/** The checks of `publishJob`, in its order. */
export const estimatePublishJob: DryRun<typeof endpoint> = async ({
  read,
  employerId,
  params,
  body,
  now,
}) => {
  checkExpiryDate(body.expiryDate, now)
  return read(async (sql) => {
    publish(await getJob(sql, employerId, params.id), now, body.expiryDate)
    return { credits: await estimateDebit(sql, { employerId, kind: 'JobPosting' }) }
  })
}
