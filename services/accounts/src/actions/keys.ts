import type * as endpoints from '@jobboard/contracts/keys/admin'
import type { refuseKey as refuseEndpoint } from '@jobboard/contracts/keys/admin'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { approve, refuse, revoke } from '../domain/key.ts'
import { lockKey, lockRecruiterKey, saveKey } from '../store/key.ts'
import { toAuditedKey, toRecruiterKey } from '../wire/key.ts'

/** Admin API, D-15. Approving an Active key changes nothing. Candidate keys need no approval: not_found.
 * Throws not_found, invalid_state. */
export const approveKey: Action<typeof endpoints.approveKey> = (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const before = await lockRecruiterKey(sql, params.keyId)
    const key = approve(before, now)
    const hasApproved = key.version !== before.version
    if (hasApproved) {
      await saveKey(sql, key)
      await recordAudit(sql, context, {
        action: 'approve-key',
        entity: { type: 'api-key', id: key.id },
        before: toRecruiterKey(before, now),
        after: toRecruiterKey(key, now),
      })
    }
    return { body: { ...toRecruiterKey(key, now), hasApproved } }
  })

/** Admin API: refuses a pending key, which is revoked; of an approval and a refusal at once one takes effect. Throws
 * not_found, invalid_state. */
export const refuseKey: Action<typeof refuseEndpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockRecruiterKey(sql, params.keyId)
    const key = refuse(before, body.reason, now)
    await saveKey(sql, key)
    await recordAudit(sql, context, {
      action: 'refuse-key',
      entity: { type: 'api-key', id: key.id },
      before: toRecruiterKey(before, now),
      after: toRecruiterKey(key, now),
    })
    return { body: toRecruiterKey(key, now) }
  })

/** Admin API, D-16: revokes a key of either kind permanently. Revoking it again changes nothing. Throws
 * not_found. */
export const revokeKey: Action<typeof endpoints.revokeKey> = (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const before = await lockKey(sql, params.keyId)
    const key = revoke(before, now)
    if (key.version !== before.version) {
      await saveKey(sql, key)
      await recordAudit(sql, context, {
        action: 'revoke-key',
        entity: { type: 'api-key', id: key.id },
        before: toAuditedKey(before, now),
        after: toAuditedKey(key, now),
      })
    }
    return {}
  })
