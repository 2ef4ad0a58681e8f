import type { rotateSecret as endpoint } from '@jobboard/contracts/endpoints/webhook'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { ownerOf } from '../domain/owner.ts'
import { newSecret, seal } from '../domain/secret.ts'
import type { WebhookEnv } from '../env.ts'
import { lockSubscription, saveSecret } from '../store/subscription.ts'

/** Replaces the signing secret. For `overlapSeconds` deliveries are signed with both (D-53). Throws not_found. */
export const rotateSecret: Action<typeof endpoint, WebhookEnv> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now, service } = context
    const owner = await lockSubscription(sql, ownerOf(context.caller), params.subscriptionId)
    const signingSecret = newSecret()
    const until = new Date(now.getTime() + body.overlapSeconds * 1_000)
    await saveSecret(sql, owner.id, seal(service.env.WEBHOOK_SECRET_KEYS, owner, signingSecret), until)
    const after = { previousSecretUntil: until.toISOString() }
    const entity = { type: 'webhook-subscription', id: owner.id }
    await recordAudit(sql, context, { action: 'rotate-secret', entity, before: null, after })
    return { body: { signingSecret } }
  })
