import * as internal from '@jobboard/contracts/employers/internal'
import { listEmployerAdmins } from '@jobboard/contracts/employers/internal'
import * as endpoints from '@jobboard/contracts/employers/users'
import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import type { Tx } from '@jobboard/db/sql'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { patched } from '../employers/employer.ts'
import { getEmployer, lockEmployer } from '../employers/store.ts'
import { lockKeysOfUser } from '../keys/store.ts'
import { saveKeyUser } from '../keys/user-actions.ts'
import { deleteMailsOfUser } from '../mails/store.ts'
import { hasSignedUp } from '../sandboxes/store.ts'
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
import {
  checkAdminStays,
  checkMayChange,
  checkNewUser,
  toAuditedUser,
  toPerson,
  toUser,
  type User,
} from './user.ts'

const createUser = route(endpoints.createUser, (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    checkNewUser(await findUserByEmail(sql, employerId, body.email), await countUsers(sql, employerId))
    const user = await insertUser(sql, employerId, body, now)
    await audit(sql, context, 'create-user', employerId, null, user)
    return { body: toUser(user) }
  }),
)

/** A patch that changes no field writes no audit row. */
const updateUser = route(endpoints.updateUser, (context) =>
  context.commit(async (sql) => {
    const { params, body } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    const before = await getUser(sql, employerId, params.userId)
    const user = patched(before, body)
    if (user !== before) {
      checkMayChange(before, user, await hasSignedUp(sql, user.id))
      checkAdminStays(before, user, await countOtherAdmins(sql, employerId, user.id))
      await saveUser(sql, user)
      await audit(sql, context, 'update-user', employerId, before, user)
    }
    return { body: toUser(user) }
  }),
)

/** What the user wrote stays, and keys of the user have none from then on (D-67). */
const deleteUser = route(endpoints.deleteUser, (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const { id: employerId } = await lockEmployer(sql, params.employerId)
    const user = await getUser(sql, employerId, params.userId)
    checkMayChange(user, undefined, await hasSignedUp(sql, user.id))
    checkAdminStays(user, undefined, await countOtherAdmins(sql, employerId, user.id))
    await removeUser(sql, user, now)
    await deleteMailsOfUser(sql, user.id)
    for (const key of await lockKeysOfUser(sql, employerId, user.id)) {
      await saveKeyUser(sql, context, key, null)
    }
    await audit(sql, context, 'delete-user', employerId, user, null)
    return {}
  }),
)

function audit(
  sql: Tx,
  context: AuditContext,
  action: AuditAction,
  employerId: number,
  before: User | null,
  after: User | null,
) {
  const entity = { type: 'user', id: (before ?? after)!.id }
  const shown = (user: User | null) => user && toAuditedUser(user, employerId)
  return recordAudit(sql, context, {
    action,
    entity,
    before: shown(before),
    after: shown(after),
    employerId,
  })
}

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
