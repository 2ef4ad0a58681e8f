import { listUsersOfEmployer } from '@jobboard/contracts/endpoints/employer-lookup'
import * as endpoints from '@jobboard/contracts/endpoints/employers'
import { listEmployerAdmins } from '@jobboard/contracts/internal/employer-admins'
import * as internal from '@jobboard/contracts/internal/users'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { getEmployer, lockEmployer } from '../employers/store.ts'
import { lockKeysOfUser } from '../keys/store.ts'
import { saveKeyUser } from '../keys/user-actions.ts'
import { toStaffPerson } from '../staff/staff.ts'
import { findStaffByEmail } from '../staff/store.ts'
import {
  countOtherAdmins,
  countUsers,
  findUserByEmail,
  findUsersByEmail,
  getUser,
  getUserOfAny,
  insertUser,
  listAdminEmails,
  listUsers,
  removeUser,
  saveUser,
} from './store.ts'
import { checkAdminStays, checkNewUser, patchUser, toAuditedUser, toPerson, toUser } from './user.ts'

/** Admin API: creates a user of an employer. Throws not_found, already_exists, limit_reached. */
const createUser = route(endpoints.createUser, (context) =>
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
  }),
)

/** Admin API: a patch that changes no field writes no audit row. Throws not_found, and invalid_state for the last
 * EmployerAdmin. */
const updateUser = route(endpoints.updateUser, (context) =>
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
  }),
)

/** Admin API: removes a user; what the user wrote stays, and keys of the user have none from then on (D-67). Throws
 * not_found, and invalid_state for the last EmployerAdmin. */
const deleteUser = route(endpoints.deleteUser, (context) =>
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
  }),
)

/** Users of employers: Spec §4.5, Admin API, and look-ups by other services. */
export const userRoutes: Route[] = [
  createUser,
  updateUser,
  deleteUser,
  route(endpoints.listEmployerUsers, async ({ sql, employerId }) => ({
    body: (await listUsers(sql, employerId)).map(toUser),
  })),
  route(listUsersOfEmployer, async ({ sql, params }) => {
    const { id } = await getEmployer(sql, params.employerId)
    return { body: (await listUsers(sql, id)).map(toUser) }
  }),
  route(listEmployerAdmins, async ({ sql, params }) => {
    const { id } = await getEmployer(sql, params.employerId)
    return { body: { emails: await listAdminEmails(sql, id) } }
  }),
  route(internal.readUser, async ({ sql, params }) => {
    const user = await getUserOfAny(sql, params.userId)
    return { body: { ...toPerson(user), email: user.email } }
  }),
  route(internal.findUsersByEmail, async ({ sql, body }) => {
    const users = (await findUsersByEmail(sql, body.email)).map(toPerson)
    const member = await findStaffByEmail(sql, body.email)
    return { body: { users, staff: member ? toStaffPerson(member) : null } }
  }),
]
