import { ApiError, unavailable } from '@jobboard/contracts/error'
import { IDEMPOTENCY_HOURS } from '@jobboard/contracts/limits'
import type { rotateOwnSecret } from '@jobboard/contracts/webhooks/own'
import type { rotateSecret as endpoint } from '@jobboard/contracts/webhooks/subscriptions'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import { newSecret, seal, unseal } from '../domain/secret.ts'
import type { WebhookEnv } from '../env.ts'
import { lockSubscription, type Subscription, saveSecret } from '../store/subscription.ts'

/** Replaces the signing secret. For `overlapSeconds` deliveries are signed with both (D-53). An employer's repeat with the same
 * `Idempotency-Key` gets the same secret. Throws not_found and idempotency_key_reused. */
export const rotateSecret: Action<typeof endpoint | typeof rotateOwnSecret, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now, service, caller, headers } = context
    const row = await lockSubscription(sql, ownerOf(caller), params.subscriptionId)
    const isRepeatable = caller.kind !== 'admin' && headers['idempotency-key'] !== undefined
    const rotatedBy = isRepeatable ? context.operationId : null
    if (rotatedBy !== null && rotatedBy === row.rotatedBy && isRecent(row, now)) {
      const signingSecret = repeatedSecret(service.env, row, body.overlapSeconds)
      return { body: { signingSecret }, headers: { 'idempotency-replayed': 'true' } }
    }
    const signingSecret = newSecret()
    const previousSecretUntil = new Date(now.getTime() + body.overlapSeconds * 1_000)
    const secret = seal(service.env.WEBHOOK_SECRET_KEYS, row, signingSecret)
    await saveSecret(sql, row.id, { secret, previousSecretUntil, rotatedBy, rotatedAt: now })
    const after = { previousSecretUntil: previousSecretUntil.toISOString() }
    const entity = { type: 'webhook-subscription', id: row.id }
    await recordAudit(sql, context, { action: 'rotate-secret', entity, before: null, after })
    return { body: { signingSecret } }
  })

function isRecent({ rotatedAt }: Subscription, now: Date): boolean {
  return rotatedAt !== null && now.getTime() - rotatedAt.getTime() < IDEMPOTENCY_HOURS * 3_600_000
}

function repeatedSecret(
  { WEBHOOK_SECRET_KEYS: keys }: WebhookEnv,
  row: Subscription,
  overlapSeconds: number,
): string {
  const overlapMs = row.previousSecretUntil!.getTime() - row.rotatedAt!.getTime()
  // Also after a later rotation by the release before, which does not say who rotated.
  if (overlapMs !== overlapSeconds * 1_000) {
    throw new ApiError(
      'idempotency_key_reused',
      'Idempotency-Key: was used to rotate this secret with another overlapSeconds; use a new key.',
    )
  }
  const secret = unseal(keys, row, row.secret)
  if (secret === undefined) throw unavailable(`The secret of subscription ${row.id}`)
  return secret
}
