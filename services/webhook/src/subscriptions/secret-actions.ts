import { ApiError, unavailable } from '@jobboard/contracts/error'
import { IDEMPOTENCY_HOURS, MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type * as own from '@jobboard/contracts/webhooks/own'
import type * as endpoints from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { sandboxOf } from '@jobboard/service/auth/caller'
import type { Action, Context } from '@jobboard/service/http/route'
import type { WebhookEnv } from '../env.ts'
import { newSecret, seal, unseal } from '../secrets/secret.ts'
import { checkTarget } from '../targets/peers.ts'
import { checkEmployer } from './peers.ts'
import {
  countSubscriptions,
  findCreatedBy,
  insertSubscription,
  lockEmployer,
  lockSubscription,
  nextSubscriptionId,
  ownerOf,
  saveSecret,
} from './store.ts'
import { checkEventScopes, type Subscription, toSubscriptionView } from './subscription.ts'

type Registration = typeof endpoints.createSubscription | typeof own.createOwnSubscription

/** Registers a receiver. Only this response shows its signing secret (Spec §6); of a key's it is repeated for the same
 * `Idempotency-Key`. Throws unavailable for an operator while accounts cannot confirm the employer. */
export const createSubscription: Action<Registration, WebhookEnv> = async (context) => {
  const { params, body, service, caller, requestId, now } = context
  const employerId = params?.employerId ?? context.employerId
  checkEventScopes(caller, 'events', body.events)
  await checkTarget(body.url, service.env)
  const sandboxId =
    caller.kind === 'admin' ? await checkEmployer(service.call, employerId, requestId) : sandboxOf(caller)
  const createdBy = repeatableId(context)
  const signingSecret = newSecret()
  return context.commit(async (sql) => {
    await lockEmployer(sql, employerId)
    const created = createdBy && (await findCreatedBy(sql, employerId, createdBy, repeatableSince(now)))
    if (created) return repeated(context, created)
    if (caller.kind !== 'admin') checkCount(await countSubscriptions(sql, employerId))
    const id = await nextSubscriptionId(sql)
    const secret = seal(service.env.WEBHOOK_SECRET_KEYS, id, signingSecret)
    const row = await insertSubscription(sql, {
      ...body,
      id,
      employerId,
      sandboxId,
      secret,
      createdAt: now,
      createdBy,
    })
    const after = toNewSubscription(row)
    const entity = { type: 'webhook-subscription', id }
    await recordAudit(sql, context, {
      action: 'create-subscription',
      entity,
      before: null,
      after,
      employerId,
    })
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
  return { body: { ...toNewSubscription(row), signingSecret: secretOf(service.env, row) }, headers: REPLAYED }
}

function toNewSubscription(row: Subscription) {
  const { id, url, events, status, createdAt } = toSubscriptionView(row)
  return { id, url, events, status, createdAt }
}

function checkCount(count: number): void {
  if (count < MAX_SUBSCRIPTIONS_PER_EMPLOYER) return
  throw new ApiError(
    'limit_reached',
    `You have ${count} webhook subscriptions, the limit is ${MAX_SUBSCRIPTIONS_PER_EMPLOYER}; delete one first, or change one.`,
  )
}

/** Replaces the signing secret. For `overlapSeconds` deliveries are signed with both (D-53). An employer's repeat with the same
 * `Idempotency-Key` gets the same secret. */
export const rotateSecret: Action<typeof endpoints.rotateSecret | typeof own.rotateOwnSecret, WebhookEnv> = (
  context,
) =>
  context.commit(async (sql) => {
    const { params, body, now, service, caller } = context
    const row = await lockSubscription(sql, ownerOf(caller), params.subscriptionId)
    const rotatedBy = repeatableId(context)
    if (rotatedBy !== null && rotatedBy === row.rotatedBy && row.rotatedAt! > repeatableSince(now)) {
      checkOverlap(row, body.overlapSeconds)
      return { body: { signingSecret: secretOf(service.env, row) }, headers: REPLAYED }
    }
    const signingSecret = newSecret()
    const previousSecretUntil = new Date(now.getTime() + body.overlapSeconds * 1_000)
    const secret = seal(service.env.WEBHOOK_SECRET_KEYS, row.id, signingSecret)
    await saveSecret(sql, row.id, { secret, previousSecretUntil, rotatedBy, rotatedAt: now })
    const after = { previousSecretUntil: previousSecretUntil.toISOString() }
    const entity = { type: 'webhook-subscription', id: row.id }
    await recordAudit(sql, context, {
      action: 'rotate-secret',
      entity,
      before: null,
      after,
      employerId: row.employerId,
    })
    return { body: { signingSecret } }
  })

function checkOverlap({ previousSecretUntil, rotatedAt }: Subscription, overlapSeconds: number): void {
  if (previousSecretUntil!.getTime() - rotatedAt!.getTime() === overlapSeconds * 1_000) return
  throw new ApiError(
    'idempotency_key_reused',
    'Idempotency-Key: was used to rotate this secret with another overlapSeconds; use a new key.',
  )
}

const REPLAYED = { 'idempotency-replayed': 'true' }

/** What identifies a repetition of an employer's call; null without an `Idempotency-Key`, and for an operator. */
function repeatableId({
  caller,
  headers,
  operationId,
}: Pick<Context, 'caller' | 'headers' | 'operationId'>): string | null {
  return caller.kind !== 'admin' && headers['idempotency-key'] !== undefined ? operationId : null
}

function repeatableSince(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
}

function secretOf({ WEBHOOK_SECRET_KEYS: keys }: WebhookEnv, row: Subscription): string {
  const secret = unseal(keys, row.id, row.secret)
  if (secret === undefined) throw unavailable(`The secret of subscription ${row.id}`)
  return secret
}
