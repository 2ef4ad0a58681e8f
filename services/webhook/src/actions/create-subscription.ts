import type { createOwnSubscription } from '@jobboard/contracts/endpoints/own-webhooks'
import type { createSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { newSecret, seal } from '../domain/secret.ts'
import type { WebhookEnv } from '../env.ts'
import { checkTarget } from '../peers/check-target.ts'
import { checkEmployer } from '../peers/employer.ts'
import {
  countSubscriptions,
  insertSubscription,
  lockEmployer,
  nextSubscriptionId,
} from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Registers a receiver. Only this response shows its signing secret (Spec §6). Throws invalid_request naming
 * url; for a key limit_reached (P-366); for an operator not_found for an unknown employer, and unavailable while accounts
 * cannot confirm it. */
export const createSubscription: Action<typeof endpoint | typeof createOwnSubscription, WebhookEnv> = async (
  context,
) => {
  const { params, body, service, caller, requestId } = context
  const employerId = params?.employerId ?? context.employerId
  await checkTarget(body.url, service.env)
  if (caller.kind === 'admin') await checkEmployer(service.call, employerId, requestId)
  const signingSecret = newSecret()
  return context.commit(async (sql) => {
    await lockEmployer(sql, employerId)
    if (caller.kind !== 'admin') checkCount(await countSubscriptions(sql, employerId))
    const id = await nextSubscriptionId(sql)
    const secret = seal(service.env.WEBHOOK_SECRET_KEYS, { id, employerId }, signingSecret)
    const row = await insertSubscription(sql, { ...body, id, employerId, secret, createdAt: context.now })
    const { disabledReason: _, consecutiveFailures: __, ...after } = toSubscriptionView(row)
    const entity = { type: 'webhook-subscription', id: row.id }
    await recordAudit(sql, context, { action: 'create-subscription', entity, before: null, after })
    return { body: { ...after, signingSecret } }
  })
}

function checkCount(count: number): void {
  if (count < MAX_SUBSCRIPTIONS_PER_EMPLOYER) return
  throw new ApiError(
    'limit_reached',
    `You have ${count} webhook subscriptions, the limit is ${MAX_SUBSCRIPTIONS_PER_EMPLOYER}; delete one first, or change one.`,
  )
}
