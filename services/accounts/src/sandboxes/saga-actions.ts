import { employerChanged } from '@jobboard/contracts/employers/events'
import { ApiError, notFound } from '@jobboard/contracts/error'
import * as admin from '@jobboard/contracts/sandbox/admin'
import * as endpoints from '@jobboard/contracts/sandbox/endpoints'
import { sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { MAX_SANDBOXES_FOR_SIGN_UP } from '@jobboard/contracts/sandbox/sandbox'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { saveRetired } from '@jobboard/service/sandbox/retired-store'
import { toEmployerEvent } from '../employers/employer.ts'
import { getSettings, lockEmployer } from '../employers/store.ts'
import type { AccountsEnv } from '../env.ts'
import { insertUser } from '../users/store.ts'
import { fillSandbox } from './peers.ts'
import {
  alreadyExists,
  checkIsPublic,
  checkMayHave,
  checkSpace,
  nameOf,
  oneMoreReset,
  type Sandbox,
  type SandboxRow,
  sandboxName,
  toSandbox,
} from './sandbox.ts'
import {
  deleteSandboxRow,
  eraseUsers,
  findNumbered,
  findOwn,
  findSandbox,
  insertSandbox,
  insertSandboxEmployer,
  insertTwins,
  lockCount,
  lockNumbered,
  lockSandboxOf,
  lockSandboxOfAddress,
  moveKeysAndUsers,
  revokeKeys,
  savePreparing,
  saveReady,
  saveReset,
} from './store.ts'

// A sandbox is made in three steps: stored as an employer that is being prepared; filled by calls; ready. Each step can be
// repeated: a call after a crash continues, and what nobody continues is given up by a timer.

/** Admin API: of parallel calls one makes the sandbox. Throws not_found, invalid_state, already_exists, limit_reached, and
 * unavailable: a repetition continues. */
export const createSandbox: Route<AccountsEnv> = route(admin.createSandbox, async (context) => {
  const { service, params, now, requestId } = context
  const { employerId } = params
  const prepared = await service.db.tx(async (sql) => {
    const employer = await lockEmployer(sql, employerId)
    checkMayHave(employer, service.env.SANDBOX)
    const stored = await lockSandboxOf(sql, employerId)
    if (stored && stored.id !== null) throw alreadyExists(stored.id)
    if (stored?.preparingId) return stored
    checkSpace(await lockCount(sql))
    const { timeZone } = await getSettings(sql, employerId)
    const preparingId = await insertEmployer(sql, { name: sandboxName(employer.name), timeZone }, now)
    await insertTwins(sql, { sandboxId: preparingId, employerId }, now)
    return insertSandbox(sql, { employerId, preparingId }, now)
  })
  const preparingId = prepared.preparingId!
  failpoint('sandbox-after-insert')
  await fillSandbox(service.call, preparingId, requestId)
  failpoint('sandbox-after-fill')
  return context.commit(async (sql) => {
    const stored = await lockNumbered(sql, prepared.number)
    if (stored?.preparingId !== preparingId) throw stored?.id ? alreadyExists(stored.id) : wasGivenUp()
    return { body: await finish(sql, context, stored, employerId) }
  })
})

/** Prepares the sandbox of an address when there is none: of parallel calls one makes it, and all return its user. What is left is
 * done by `finish` in a transaction. Throws invalid_state, limit_reached, and unavailable: a repetition continues. */
export async function signUp(
  context: AuditContext & { service: Deps<AccountsEnv>; now: Date; requestId: string },
  { companyName, email }: { companyName: string; email: string },
): Promise<{ userId: number; finish?: (sql: Tx) => Promise<void> }> {
  const { service, now, requestId } = context
  const prepared = await service.db.tx(async (sql) => {
    checkIsPublic(service.env.SANDBOX)
    const count = await lockCount(sql)
    const stored = await lockSandboxOfAddress(sql, email)
    if (stored) return stored
    checkSpace(count, MAX_SANDBOXES_FOR_SIGN_UP)
    const sandbox = { name: sandboxName(companyName), timeZone: 'UTC' }
    const preparingId = await insertEmployer(sql, sandbox, now)
    const user = { name: nameOf(email), email, role: 'EmployerAdmin' } as const
    const { id: userId } = await insertUser(sql, preparingId, user, now)
    return insertSandbox(sql, { userId, preparingId }, now)
  })
  const { number, preparingId } = prepared
  const userId = prepared.userId!
  failpoint('sandbox-after-insert')
  if (prepared.id !== null || preparingId === null) return { userId }
  await fillSandbox(service.call, preparingId, requestId)
  failpoint('sandbox-after-fill')
  return {
    userId,
    finish: async (sql) => {
      const stored = await lockNumbered(sql, number)
      if (!stored) throw wasGivenUp()
      // Another call has made it meanwhile.
      if (stored.id === null) await finish(sql, context, stored, preparingId)
    },
  }
}

/** A locked sandbox is ready; its audit row is that of `employerId`. */
async function finish(
  sql: Tx,
  context: AuditContext,
  { number, userId }: SandboxRow,
  employerId: number,
): Promise<ReturnType<typeof toSandbox>> {
  await saveReady(sql, number, context.now)
  const after = toSandbox((await findNumbered(sql, number))!)
  const entity = { type: 'sandbox', id: after.id }
  const actor = userId !== null && { actor: `user ${userId}` }
  const action = 'create-sandbox'
  await recordAudit(sql, context, { action, entity, before: null, after, employerId, ...actor })
  failpoint('sandbox-before-ready')
  return after
}

/** The keys and users move to a new sandbox, and the old one is retired. Of parallel calls, and of a repetition with the same
 * `Idempotency-Key`, all return the same new one. Throws limit_reached, and unavailable: a repetition continues. */
export const resetSandbox: Route<AccountsEnv> = route(endpoints.resetSandbox, async (context) => {
  const { service, sql, employerId: sandboxId, now, requestId, headers } = context
  const resetKey = (headers['idempotency-key'] as string | undefined) ?? null
  const found = await findSandbox(sql, sandboxId)
  if (!found) throw notFound()
  const { number } = found
  const preparingId = await service.db.tx(async (tx) => {
    const stored = await lockNumbered(tx, number)
    if (!stored) throw notFound()
    const isRepeat = resetKey !== null && stored.resetKey === resetKey
    if (stored.id !== sandboxId || isRepeat) return undefined
    oneMoreReset(stored, now)
    if (stored.preparingId !== null) return stored.preparingId
    const next = await insertEmployer(tx, await getSettings(tx, sandboxId), now)
    await savePreparing(tx, number, next, now)
    return next
  })
  failpoint('sandbox-reset-after-insert')
  const candidates =
    preparingId === undefined ? undefined : await fillSandbox(service.call, preparingId, requestId)
  failpoint('sandbox-reset-after-fill')
  return context.commit(async (tx) => {
    const stored = await lockNumbered(tx, number)
    const before = await findNumbered(tx, number)
    if (!stored || !before) throw notFound()
    const held = { candidates: candidates ?? 0, jobs: 0, applications: 0 }
    // Another call has reset it meanwhile.
    if (preparingId === undefined || stored.id === preparingId)
      return { body: { ...toSandbox(before), ...held } }
    if (stored.preparingId !== preparingId) throw wasGivenUp()
    // Minting a key or a user for the old one waits, and finds it retired.
    await lockEmployer(tx, sandboxId)
    const resets = oneMoreReset(stored, now)
    await moveKeysAndUsers(tx, sandboxId, preparingId)
    await saveReset(tx, number, { ...resets, resetKey }, now)
    await retire(tx, sandboxId, now)
    const after = toSandbox((await findNumbered(tx, number))!)
    const entity = { type: 'sandbox', id: preparingId }
    const change = { before: toSandbox(before), after }
    await recordAudit(tx, context, { action: 'reset-sandbox', entity, ...change, employerId: preparingId })
    failpoint('sandbox-reset-before-ready')
    return { body: { ...after, ...held } }
  })
})

/** As a reset, for a sandbox that the other services have deleted: keys that a backup has brought back reach a new one. Of
 * parallel calls one does it. Throws unavailable: a later call continues. */
export async function replaceLost(
  { db, call }: Pick<Deps<AccountsEnv>, 'db' | 'call'>,
  { id: sandboxId, number }: Pick<Sandbox, 'id' | 'number'>,
  now: Date,
): Promise<void> {
  const preparingId = await db.tx(async (tx) => {
    const stored = await lockNumbered(tx, number)
    if (stored?.id !== sandboxId) return undefined
    if (stored.preparingId !== null) return stored.preparingId
    const next = await insertEmployer(tx, await getSettings(tx, sandboxId), now)
    await savePreparing(tx, number, next, now)
    return next
  })
  if (preparingId === undefined) return
  await fillSandbox(call, preparingId, `sandbox-${sandboxId}`)
  await db.tx(async (tx) => {
    const stored = await lockNumbered(tx, number)
    if (stored?.id !== sandboxId || stored.preparingId !== preparingId) return
    await lockEmployer(tx, sandboxId)
    await moveKeysAndUsers(tx, sandboxId, preparingId)
    await saveReset(tx, number, stored, now)
    await retire(tx, sandboxId, now)
  })
}

/** Admin API. Throws not_found. */
export const deleteSandbox = route(admin.deleteSandbox, (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const { employerId } = params
    const found = await findOwn(sql, employerId)
    const stored = found && (await lockNumbered(sql, found.number))
    const sandbox = stored && (await findNumbered(sql, stored.number))
    if (!sandbox) throw notFound()
    await end(sql, stored, now)
    const entity = { type: 'sandbox', id: sandbox.id }
    const change = { before: toSandbox(sandbox), after: null }
    await recordAudit(sql, context, { action: 'delete-sandbox', entity, ...change, employerId })
    return {}
  }),
)

/** Retires a sandbox whose row is locked, and the one that is being prepared. */
export async function end(sql: Tx, { number, id, preparingId }: SandboxRow, now: Date): Promise<void> {
  await deleteSandboxRow(sql, number)
  for (const each of [id, preparingId]) {
    if (!each) continue
    await lockEmployer(sql, each)
    await retire(sql, each, now)
  }
}

/** Ends an employer that is a sandbox, or was to become one: its keys are revoked, and every service deletes it. */
export async function retire(sql: Tx, sandboxId: number, now: Date): Promise<void> {
  await revokeKeys(sql, sandboxId, now)
  await eraseUsers(sql, sandboxId, now)
  await saveRetired(sql, sandboxId, now)
  await appendEvent(sql, sandboxRetired, {
    aggregateId: sandboxId,
    aggregateVersion: 1,
    occurredAt: now,
    data: { sandboxId, retiredAt: now.toISOString() },
  })
}

async function insertEmployer(
  sql: Tx,
  settings: Parameters<typeof insertSandboxEmployer>[1],
  now: Date,
): Promise<number> {
  const employer = await insertSandboxEmployer(sql, settings, now)
  await appendEvent(sql, employerChanged, {
    aggregateId: employer.id,
    aggregateVersion: employer.version,
    occurredAt: now,
    data: toEmployerEvent(employer),
  })
  return employer.id
}

function wasGivenUp(): ApiError {
  const message = 'The sandbox took too long to prepare and was given up; try again.'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}
