import type * as endpoints from '@jobboard/contracts/endpoints/employers'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { checkAdminStays, checkNewUser, patchUser } from '../domain/user.ts'
import { lockEmployer } from '../store/employer.ts'
import {
  countOtherAdmins,
  countUsers,
  findUserByEmail,
  getUser,
  insertUser,
  removeUser,
  saveUser,
} from '../store/user.ts'
import { toAuditedUser, toUser } from '../wire/employer.ts'

/** Admin API: creates a user of an employer. Throws not_found, already_exists (P-34), limit_reached (P-421). */
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
 * EmployerAdmin (P-421). */
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

/** Admin API: removes a user; what the user wrote stays. Throws not_found, and invalid_state for the last EmployerAdmin
 * (P-421). */
export const deleteUser: Action<typeof endpoints.deleteUser> = (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    const user = await getUser(sql, employerId, params.userId)
    checkAdminStays(user, undefined, await countOtherAdmins(sql, employerId, user.id))
    await removeUser(sql, user, now)
    await recordAudit(sql, context, {
      action: 'delete-user',
      entity: { type: 'user', id: user.id },
      before: toAuditedUser(user, employerId),
      after: null,
    })
    return {}
  })
