import type * as endpoints from '@jobboard/contracts/employers/users'
import { ApiError, notFound } from '@jobboard/contracts/error'
import type { setKeyUser as setKeyUserEndpoint } from '@jobboard/contracts/keys/admin'
import type { Tx } from '@jobboard/db/sql'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { type RecruiterKey, setUser } from '../domain/key.ts'
import { checkAdminStays, checkNewUser, patchUser } from '../domain/user.ts'
import { holdUsers, lockEmployer } from '../store/employer.ts'
import { getKey, lockKeysOfUser, lockRecruiterKey, saveKey } from '../store/key.ts'
import {
  countOtherAdmins,
  countUsers,
  findUser,
  findUserByEmail,
  getUser,
  insertUser,
  removeUser,
  saveUser,
} from '../store/user.ts'
import { toAuditedUser, toUser } from '../wire/employer.ts'
import { toRecruiterKey } from '../wire/key.ts'

/** Admin API: creates a user of an employer. Throws not_found, already_exists, limit_reached. */
export const createUser: Action<typeof endpoints.createUser> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    checkNewUser(await findUserByEmail(sql, employerId, body.email), await countUsers(sql, employerId))
    const user = await insertUser(sql, employerId, body, now)
    await recordAudit(sql, context, {
      action: 'create-user',
      entity: { type: 'user', id: user.id },
      before: null,
      after: toAuditedUser(user, employerId),
    })
    return { body: toUser(user) }
  })

/** Admin API: a patch that changes no field writes no audit row. Throws not_found, and invalid_state for the last
 * EmployerAdmin. */
export const updateUser: Action<typeof endpoints.updateUser> = (context) =>
  context.commit(async (sql) => {
    const { params, body } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    const before = await getUser(sql, employerId, params.userId)
    const user = patchUser(before, body)
    if (user !== before) {
      checkAdminStays(before, user, await countOtherAdmins(sql, employerId, user.id))
      await saveUser(sql, user)
      await recordAudit(sql, context, {
        action: 'update-user',
        entity: { type: 'user', id: user.id },
        before: toAuditedUser(before, employerId),
        after: toAuditedUser(user, employerId),
      })
    }
    return { body: toUser(user) }
  })

/** Admin API: removes a user; what the user wrote stays, and keys of the user have none from then on (D-67). Throws
 * not_found, and invalid_state for the last EmployerAdmin. */
export const deleteUser: Action<typeof endpoints.deleteUser> = (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    const user = await getUser(sql, employerId, params.userId)
    checkAdminStays(user, undefined, await countOtherAdmins(sql, employerId, user.id))
    await removeUser(sql, user, now)
    for (const key of await lockKeysOfUser(sql, employerId, user.id)) {
      await saveKeyUser(sql, context, key, null)
    }
    await recordAudit(sql, context, {
      action: 'delete-user',
      entity: { type: 'user', id: user.id },
      before: toAuditedUser(user, employerId),
      after: null,
    })
    return {}
  })

/** Admin API, D-67: moves a recruiter key to another user. To the one that it has, nothing changes. Throws not_found,
 * invalid_request for a user that is not there, and invalid_state for a key that has ended. */
export const setKeyUser: Action<typeof setKeyUserEndpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const found = await getKey(sql, params.keyId)
    if (found.kind !== 'recruiter') throw notFound()
    await holdUsers(sql, found.employerId)
    const before = await lockRecruiterKey(sql, params.keyId)
    if (!(await findUser(sql, before.employerId, body.userId))) {
      const reason = 'must be a user of this employer; create the user first'
      throw new ApiError('invalid_request', `userId: ${reason}.`, {
        fields: [{ pointer: '/userId', reason }],
      })
    }
    return { body: toRecruiterKey(await saveKeyUser(sql, context, before, body.userId), now) }
  })

async function saveKeyUser(
  sql: Tx,
  context: AuditContext,
  before: RecruiterKey,
  userId: number | null,
): Promise<RecruiterKey> {
  const key = setUser(before, userId, context.now)
  if (key === before) return key
  await saveKey(sql, key)
  await recordAudit(sql, context, {
    action: 'set-key-user',
    entity: { type: 'api-key', id: key.id },
    before: toRecruiterKey(before, context.now),
    after: toRecruiterKey(key, context.now),
  })
  return key
}
