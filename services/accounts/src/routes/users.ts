import * as internal from '@jobboard/contracts/employers/internal'
import { listEmployerAdmins } from '@jobboard/contracts/employers/internal'
import * as endpoints from '@jobboard/contracts/employers/users'
import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { type Route, route } from '@jobboard/service/http/route'
import { createUser, deleteUser, updateUser } from '../actions/users.ts'
import { getEmployer } from '../store/employer.ts'
import { findStaffByEmail } from '../store/staff.ts'
import { findUsersByEmail, getUserOfAny, listAdminEmails, listUsers } from '../store/user.ts'
import { toPerson, toUser } from '../wire/employer.ts'
import { toStaffPerson } from '../wire/staff.ts'

/** Users of employers: Spec §4.5, Admin API, and look-ups by other services. */
export const userRoutes: Route[] = [
  route(endpoints.createUser, createUser),
  route(endpoints.updateUser, updateUser),
  route(endpoints.deleteUser, deleteUser),
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
