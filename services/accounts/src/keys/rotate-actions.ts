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
import {
  type AnyKey,
  checkKeysOfDay,
  checkUsable,
  employerOf,
  lastFour,
  type NewKey,
  revoke,
  toAuditedKey,
} from './key.ts'
import { findHash, getKey, insertKey, lockKey, lockKeysOfDay, saveKey } from './store.ts'

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
    if (isUserOfEmployer(context.caller))
      checkKeysOfDay(await lockKeysOfDay(sql, before, context.now), before.kind, context.now, 'rotate')
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
    checkKeysOfDay(await lockKeysOfDay(sql, before, context.now), before.kind, context.now, 'rotate')
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

/** The key `apiKey` that replaces this one, with the same rights and the same `expiresAt`. Throws invalid_state. */
function successor<K extends AnyKey>(key: K, apiKey: string, now: Date): NewKey<K> {
  checkUsable(key, now, 'rotated')
  if (key.replacedBy !== null) {
    const message = `The key was rotated before and is replaced by key ${key.replacedBy}; rotate that one.`
    throw new ApiError('invalid_state', message)
  }
  const {
    id: _,
    lastUsedAt: _used,
    replacedBy: _replaced,
    revokedAt: _revoked,
    refusedReason: _refused,
    version: _version,
    ...rights
  } = key
  return { ...rights, lastFour: lastFour(apiKey), createdAt: now }
}

/** The key after its rotation: revoked at once, or expired after `overlapSeconds` unless it expires earlier. */
function rotateOut<K extends AnyKey>(key: K, replacedBy: number, now: Date, overlapSeconds: number): K {
  if (overlapSeconds === 0) return { ...revoke(key, now), replacedBy }
  const overlapEnd = new Date(now.getTime() + overlapSeconds * 1_000)
  const expiresAt = key.expiresAt !== null && key.expiresAt < overlapEnd ? key.expiresAt : overlapEnd
  return { ...key, expiresAt, replacedBy, version: key.version + 1 }
}

/** True when rotating the predecessor of `next` with this overlap left it as `old` is. */
function isRotationOf(old: AnyKey, next: AnyKey, overlapSeconds: number): boolean {
  if (old.status === 'Revoked') return overlapSeconds === 0
  // The successor has the expiry that the old key had.
  const unrotated = { ...old, expiresAt: next.expiresAt }
  const rotated = rotateOut(unrotated, next.id, next.createdAt, overlapSeconds)
  return rotated.expiresAt?.getTime() === old.expiresAt?.getTime() && overlapSeconds > 0
}

/** The refusal of a second rotation by the holder of a key. */
function alreadyRotated(replacedBy: number): ApiError {
  return new ApiError(
    'already_rotated',
    `This key was rotated before and is replaced by key ${replacedBy}. Use that one; if its text was lost, repeat the rotation with the same Idempotency-Key, or ask for a new key.`,
  )
}
