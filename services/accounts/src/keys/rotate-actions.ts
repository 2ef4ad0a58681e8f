import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { rotateKey as byOperator } from '@jobboard/contracts/keys/admin'
import { rotateOwnKey as byHolder } from '@jobboard/contracts/keys/own'
import type { Tx } from '@jobboard/db/sql'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { deriveKey, hashOf, mintKey, modeOf } from '@jobboard/service/auth/api-key'
import { isUserOfEmployer } from '@jobboard/service/auth/caller'
import { type Context, route } from '@jobboard/service/http/route'
import { holdUsers } from '../employers/store.ts'
import { type AnyKey, employerOf, toAuditedKey } from './key.ts'
import { alreadyRotated, checkKeysOfDay, isRotationOf, rotateOut, successor } from './rotation.ts'
import { findHash, getKey, insertKey, lockKey, lockKeysOfOwner, saveKey } from './store.ts'

type Rotation = typeof byOperator | typeof byHolder

/** Admin API: replaces a key of either kind by one successor with the same rights. With an `Idempotency-Key` a repeat
 * returns the same successor. Throws not_found, invalid_state, idempotency_key_reused, and rate_limited for a
 * person in the portal. */
export const rotateKey = route(byOperator, (context) =>
  context.commit(async (sql) => {
    const before = await lockWithUsers(sql, context.params.keyId)
    const apiKey = await newText(sql, context, before)
    const repeat = await repeated(sql, context, before, apiKey)
    if (repeat) return repeat
    if (isUserOfEmployer(context.caller)) checkKeysOfDay(await lockKeysOfOwner(sql, before), context.now)
    return rotate(sql, context, before, apiKey)
  }),
)

/** The calling key replaces itself, with the same repeats. Throws invalid_state, already_rotated,
 * idempotency_key_reused, and rate_limited. */
export const rotateOwnKey = route(byHolder, (context) =>
  context.commit(async (sql) => {
    const before = await lockWithUsers(sql, context.keyId)
    const apiKey = await newText(sql, context, before)
    const repeat = await repeated(sql, context, before, apiKey)
    if (repeat) return repeat
    if (before.replacedBy !== null) throw alreadyRotated(before.replacedBy)
    checkKeysOfDay(await lockKeysOfOwner(sql, before), context.now)
    return rotate(sql, context, before, apiKey)
  }),
)

/** The successor has the user of the key, who stays until it is stored (D-67). */
async function lockWithUsers(sql: Tx, id: number): Promise<AnyKey> {
  const key = await getKey(sql, id)
  if (key.kind === 'recruiter') await holdUsers(sql, key.employerId)
  return lockKey(sql, id)
}

async function newText(sql: Tx, { headers, operationId, service }: Context<Rotation>, before: AnyKey) {
  const mode = modeOf(before.sandboxId)
  if (headers['idempotency-key'] === undefined) return mintKey(before.kind, mode)
  return deriveKey(
    { kind: before.kind, mode },
    service.env.CALLER_SECRET,
    await findHash(sql, before),
    operationId,
  )
}

// The response to the rotation that has made this successor, as long as nobody has used it.
async function repeated(
  sql: Tx,
  { now, body }: { now: Date; body: { overlapSeconds: number } },
  before: AnyKey,
  apiKey: string,
) {
  if (before.replacedBy === null) return undefined
  const next = await getKey(sql, before.replacedBy)
  const isRepeat = (await findHash(sql, next)) === hashOf(apiKey)
  if (!isRepeat || next.lastUsedAt !== null || next.status === 'Revoked') return undefined
  if (!isRotationOf(before, next, body.overlapSeconds)) {
    throw new ApiError(
      'idempotency_key_reused',
      'Idempotency-Key: was used for a rotation with another overlapSeconds; send the same one again.',
    )
  }
  return { ...shown(next, apiKey, now), headers: { 'idempotency-replayed': 'true' } }
}

async function rotate<E extends Endpoint>(
  sql: Tx,
  context: Context<E> & { body: { overlapSeconds: number } },
  before: AnyKey,
  apiKey: string,
) {
  const { now, body } = context
  const next = await insertKey(sql, successor(before, apiKey, now), hashOf(apiKey))
  const old = rotateOut(before, next.id, now, body.overlapSeconds)
  await saveKey(sql, old)
  await recordAudit(sql, context, {
    action: 'rotate-key',
    entity: { type: 'api-key', id: old.id },
    before: toAuditedKey(before, now),
    after: { ...toAuditedKey(old, now), replacedBy: toAuditedKey(next, now) },
    employerId: employerOf(old),
  })
  return shown(next, apiKey, now)
}

function shown(key: AnyKey, apiKey: string, now: Date) {
  return { body: { ...toAuditedKey(key, now), apiKey } }
}
