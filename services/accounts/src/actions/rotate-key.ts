import type { Endpoint } from '@jobboard/contracts/endpoint'
import type { rotateKey as byOperator } from '@jobboard/contracts/endpoints/api-keys'
import type { rotateOwnKey as byHolder } from '@jobboard/contracts/endpoints/key'
import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { deriveKey, hashOf, mintKey } from '@jobboard/service/auth/api-key'
import type { Action, Context } from '@jobboard/service/http/route'
import {
  type AnyKey,
  alreadyRotated,
  checkKeysOfDay,
  isRotationOf,
  rotateOut,
  successor,
} from '../domain/key.ts'
import { findHash, getKey, insertKey, lockKey, lockKeysOfOwner, saveKey } from '../store/key.ts'
import { toAuditedKey, toCandidateKey, toRecruiterKey } from '../wire/key.ts'

/** Admin API: replaces a key of either kind by one successor with the same rights. Throws not_found,
 * invalid_state. */
export const rotateKey: Action<typeof byOperator> = (context) =>
  context.commit(async (sql) => {
    const before = await lockKey(sql, context.params.keyId)
    return rotate(sql, context, before, mintKey(before.kind))
  })

/** P-373: the calling key replaces itself. With an `Idempotency-Key` a repeat returns the same successor (P-374). Throws
 * invalid_state, already_rotated, idempotency_key_reused, and rate_limited (P-375). */
export const rotateOwnKey: Action<typeof byHolder> = (context) =>
  context.commit(async (sql) => {
    const { keyId, now, headers, operationId, service, body } = context
    const before = await lockKey(sql, keyId)
    const isRepeatable = headers['idempotency-key'] !== undefined
    const apiKey = isRepeatable
      ? deriveKey(before.kind, service.env.CALLER_SECRET, await findHash(sql, before), operationId)
      : mintKey(before.kind)
    if (before.replacedBy === null) {
      checkKeysOfDay(before.kind, await lockKeysOfOwner(sql, before), now)
      return rotate(sql, context, before, apiKey)
    }
    const next = await getKey(sql, before.replacedBy)
    const isRepeat = (await findHash(sql, next)) === hashOf(apiKey)
    if (!isRepeat || next.lastUsedAt !== null) throw alreadyRotated(next.id)
    if (!isRotationOf(before, next, body.overlapSeconds)) {
      throw new ApiError(
        'idempotency_key_reused',
        'Idempotency-Key: was used for a rotation with another overlapSeconds; send the same one again.',
      )
    }
    return { ...shown(next, apiKey, now), headers: { 'idempotency-replayed': 'true' } }
  })

async function rotate<E extends Endpoint>(
  sql: Tx,
  context: Context<E> & { body: { overlapSeconds: number } },
  before: AnyKey,
  apiKey: string,
) {
  const { now, body } = context
  const next = await insertSuccessor(sql, before, hashOf(apiKey), now)
  const old = rotateOut(before, next.id, now, body.overlapSeconds)
  await saveKey(sql, old)
  await recordAudit(sql, context, {
    action: 'rotate-key',
    entity: { type: 'api-key', id: old.id },
    before: toAuditedKey(before, now),
    after: { ...toAuditedKey(old, now), replacedBy: toAuditedKey(next, now) },
  })
  return shown(next, apiKey, now)
}

function insertSuccessor(sql: Tx, key: AnyKey, hash: string, now: Date): Promise<AnyKey> {
  return key.kind === 'recruiter'
    ? insertKey(sql, successor(key, now), hash)
    : insertKey(sql, successor(key, now), hash)
}

function shown(key: AnyKey, apiKey: string, now: Date) {
  return key.kind === 'recruiter'
    ? { body: { ...toRecruiterKey(key, now), apiKey } }
    : { body: { ...toCandidateKey(key, now), apiKey } }
}
