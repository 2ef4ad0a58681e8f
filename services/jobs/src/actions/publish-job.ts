import type { publishJob as endpoint } from '@jobboard/contracts/endpoints/jobs'
import { jobPublished } from '@jobboard/contracts/events/jobs'
import { appendEvent } from '@jobboard/events/outbox'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { debit } from '@jobboard/ledger/debit'
import { creditHeaders, tellingCredits } from '@jobboard/ledger/tell-credits'
import type { Action, Context } from '@jobboard/service/route'
import { checkExpiryDate, publish } from '../domain/publish.ts'
import { toDetail, toEvent } from '../domain/to-wire.ts'
import { lockJob, saving } from '../store/job.ts'

/** D-22: the state and the debit change together or not at all; a refusal, too, tells the credits (D-47).
 * Throws, in this order, invalid_request, not_found, invalid_state, no_credits. */
export const publishJob: Action<typeof endpoint> = (context) =>
  tellingCredits(context, 'JobPosting', async () => {
    checkExpiryDate(context.body.expiryDate, context.now)
    const reply = await commitPublish(context)
    failpoint('publish-after-commit')
    return reply
  })

function commitPublish({ commit, employerId, params, body, requestId, now }: Context<typeof endpoint>) {
  return commit(async (sql) => {
    const job = publish(await lockJob(sql, employerId, params.id), now, body.expiryDate)
    const cause = `publish-job ${job.id}`
    const { remaining } = await debit(sql, { employerId, kind: 'JobPosting', cause, requestId, now })
    failpoint('publish-after-debit')
    await appendEvent(sql, jobPublished, toEvent(job, now), saving(job))
    return { body: toDetail(job, now), headers: creditHeaders(1, remaining) }
  })
}
