import type { rotateSecret as endpoint } from '@jobboard/contracts/endpoints/webhook'
import type { Action } from '@jobboard/service/http/route'
import { newSecret, seal } from '../domain/secret.ts'
import type { WebhookEnv } from '../env.ts'
import { saveAudit } from '../store/audit.ts'
import { lockSubscription, saveSecret } from '../store/subscription.ts'

/** Replaces the signing secret. For `overlapSeconds` deliveries are signed with both (D-53). Throws not_found. */
export const rotateSecret: Action<typeof endpoint, WebhookEnv> = (ctx) =>
  ctx.commit(async (sql) => {
    const { params, body, now, service } = ctx
    const { id, employerId } = await lockSubscription(sql, params.subscriptionId)
    const signingSecret = newSecret()
    const until = new Date(now.getTime() + body.overlapSeconds * 1_000)
    await saveSecret(sql, id, seal(service.env.WEBHOOK_SECRET_KEY, employerId, signingSecret), until)
    const after = { previousSecretUntil: until.toISOString() }
    const object = `webhook-subscription:${id}`
    await saveAudit(sql, ctx, { action: 'rotate-secret', object, before: null, after })
    return { body: { signingSecret } }
  })
