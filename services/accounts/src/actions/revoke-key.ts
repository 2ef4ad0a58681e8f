import type { revokeKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { revoke } from '../domain/key.ts'
import { lockKey, saveKey } from '../store/key.ts'
import { toAuditedKey } from '../wire/key.ts'

/** Admin API, D-16: revokes a key of either kind permanently. Revoking it again changes nothing. Throws
 * not_found. */
export const revokeKey: Action<typeof endpoint> = (context) =>
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
