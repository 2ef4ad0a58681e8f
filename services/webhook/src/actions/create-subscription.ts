import type { createSubscription as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { newSecret, seal } from '../domain/secret.ts'
import type { WebhookEnv } from '../env.ts'
import { checkTarget } from '../peers/check-target.ts'
import { checkEmployer } from '../peers/employer.ts'
import { insertSubscription, nextSubscriptionId } from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

/** Registers a receiver. Only this response shows its signing secret (Spec §6). Throws invalid_request naming
 * url, not_found for an unknown employer, and unavailable while accounts cannot confirm the employer. */
export const createSubscription: Action<typeof endpoint, WebhookEnv> = async (context) => {
  const { params, body, service, requestId } = context
  const { employerId } = params
  await checkTarget(body.url, service.env)
  await checkEmployer(service.call, employerId, requestId)
  const signingSecret = newSecret()
  return context.commit(async (sql) => {
    const id = await nextSubscriptionId(sql)
    const secret = seal(service.env.WEBHOOK_SECRET_KEYS, { id, employerId }, signingSecret)
    const row = await insertSubscription(sql, { ...body, id, employerId, secret, createdAt: context.now })
    const { disabledReason: _, consecutiveFailures: __, ...after } = toSubscriptionView(row)
    const entity = { type: 'webhook-subscription', id: row.id }
    await recordAudit(sql, context, { action: 'create-subscription', entity, before: null, after })
    return { body: { ...after, signingSecret } }
  })
}
