import type * as endpoints from '@jobboard/contracts/endpoints/api-keys'
import type { Tx } from '@jobboard/db/sql'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import type { Action } from '@jobboard/service/http/route'
import { type AnyKey, approve, revoke, rotateOut, successor } from '../domain/key.ts'
import { insertKey, lockKey, lockRecruiterKey, saveKey } from '../store/key.ts'
import { toAuditedKey, toCandidateKey, toRecruiterKey } from '../wire/key.ts'

/** Admin API, D-15. Approving an Active key changes nothing. Candidate keys need no approval: not_found.
 * Throws not_found, invalid_state. */
export const approveKey: Action<typeof endpoints.approveKey> = (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const before = await lockRecruiterKey(sql, params.keyId)
    const key = approve(before, now)
    if (key.version !== before.version) {
      await saveKey(sql, key)
      await recordAudit(sql, context, {
        action: 'approve-key',
        entity: { type: 'api-key', id: key.id },
        before: toRecruiterKey(before, now),
        after: toRecruiterKey(key, now),
      })
    }
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

/** Admin API: replaces a key of either kind by one successor with the same rights. Throws not_found,
 * invalid_state. */
export const rotateKey: Action<typeof endpoints.rotateKey> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockKey(sql, params.keyId)
    const apiKey = mintKey(before.kind)
    const next = await insertSuccessor(sql, before, hashOf(apiKey), now)
    const old = rotateOut(before, next.id, now, body.overlapSeconds)
    await saveKey(sql, old)
    await recordAudit(sql, context, {
      action: 'rotate-key',
      entity: { type: 'api-key', id: old.id },
      before: toAuditedKey(before, now),
      after: { ...toAuditedKey(old, now), replacedBy: toAuditedKey(next, now) },
    })
    return next.kind === 'recruiter'
      ? { body: { ...toRecruiterKey(next, now), apiKey } }
      : { body: { ...toCandidateKey(next, now), apiKey } }
  })

function insertSuccessor(sql: Tx, key: AnyKey, hash: string, now: Date): Promise<AnyKey> {
  return key.kind === 'recruiter'
    ? insertKey(sql, successor(key, now), hash)
    : insertKey(sql, successor(key, now), hash)
}
