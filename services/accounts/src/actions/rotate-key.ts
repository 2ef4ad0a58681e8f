import type { rotateKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import type { Tx } from '@jobboard/db/sql'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import type { Action } from '@jobboard/service/http/route'
import { type AnyKey, rotateOut, successor } from '../domain/key.ts'
import { insertKey, lockKey, saveKey } from '../store/key.ts'
import { toAuditedKey, toCandidateKey, toRecruiterKey } from '../wire/key.ts'

/** Admin API: replaces a key of either kind by one successor with the same rights. Throws not_found,
 * invalid_state. */
export const rotateKey: Action<typeof endpoint> = (context) =>
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
