import { ApiError, unavailable } from '@jobboard/contracts/error'
import { IDEMPOTENCY_HOURS, MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type { createOwnSubscription } from '@jobboard/contracts/webhooks/own'
import type { createSubscription as endpoint } from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action, Context } from '@jobboard/service/http/route'
import { checkEventScopes } from '../domain/event-scopes.ts'
import { newSecret, seal, unseal } from '../domain/secret.ts'
import type { WebhookEnv } from '../env.ts'
import { checkTarget } from '../peers/check-target.ts'
import { checkEmployer } from '../peers/employer.ts'
import {
  countSubscriptions,
  findCreatedBy,
  insertSubscription,
  lockEmployer,
  nextSubscriptionId,
  type Subscription,
} from '../store/subscription.ts'
import { toSubscriptionView } from '../wire/subscription.ts'

type Registration = typeof endpoint | typeof createOwnSubscription

/** Registers a receiver. Only this response shows its signing secret (Spec §6); of a key's it is repeated for the same
 * `Idempotency-Key`. Throws invalid_request naming url; for a key insufficient_scope (D-66),
 * limit_reached and idempotency_key_reused;
 * for an operator not_found for an unknown employer, and unavailable while accounts cannot confirm it. */
export const createSubscription: Action<Registration, WebhookEnv> = async (context) => {
  const { params, body, service, caller, requestId, headers, now } = context
  const employerId = params?.employerId ?? context.employerId
  checkEventScopes(caller, 'events', body.events)
  await checkTarget(body.url, service.env)
  if (caller.kind === 'admin') await checkEmployer(service.call, employerId, requestId)
  const isRepeatable = caller.kind !== 'admin' && headers['idempotency-key'] !== undefined
  const createdBy = isRepeatable ? context.operationId : null
  const signingSecret = newSecret()
  return context.commit(async (sql) => {
    await lockEmployer(sql, employerId)
    const created = createdBy && (await findCreatedBy(sql, employerId, createdBy, hoursBefore(now)))
    if (created) return repeated(context, created)
    if (caller.kind !== 'admin') checkCount(await countSubscriptions(sql, employerId))
    const id = await nextSubscriptionId(sql)
    const secret = seal(service.env.WEBHOOK_SECRET_KEYS, { id, employerId }, signingSecret)
    const row = await insertSubscription(sql, { ...body, id, employerId, secret, createdAt: now, createdBy })
    const after = toNewSubscription(row)
    const entity = { type: 'webhook-subscription', id: row.id }
    await recordAudit(sql, context, { action: 'create-subscription', entity, before: null, after })
    return { body: { ...after, signingSecret } }
  })
}

function repeated({ body, service }: Context<Registration, WebhookEnv>, row: Subscription) {
  if (row.url !== body.url || row.events.join() !== body.events.join()) {
    throw new ApiError(
      'idempotency_key_reused',
      `Idempotency-Key: was used to register subscription ${row.id}, which has another url or other events now; use a new key.`,
    )
  }
  const signingSecret = unseal(service.env.WEBHOOK_SECRET_KEYS, row, row.secret)
  if (signingSecret === undefined) throw unavailable(`The secret of subscription ${row.id}`)
  return {
    body: { ...toNewSubscription(row), signingSecret },
    headers: { 'idempotency-replayed': 'true' },
  }
}

function toNewSubscription(row: Subscription) {
  const {
    disabledReason: _,
    consecutiveFailures: __,
    previousSecretUntil: ___,
    ...shown
  } = toSubscriptionView(row)
  return shown
}

function hoursBefore(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
}

function checkCount(count: number): void {
  if (count < MAX_SUBSCRIPTIONS_PER_EMPLOYER) return
  throw new ApiError(
    'limit_reached',
    `You have ${count} webhook subscriptions, the limit is ${MAX_SUBSCRIPTIONS_PER_EMPLOYER}; delete one first, or change one.`,
  )
}
