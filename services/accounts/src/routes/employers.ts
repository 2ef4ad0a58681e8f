import * as endpoints from '@jobboard/contracts/endpoints/employers'
import { listEmployerAdmins } from '@jobboard/contracts/internal/employer-admins'
import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import { type Route, route } from '@jobboard/service/http/route'
import { createEmployer, createUser, updateEmployer } from '../actions/employers.ts'
import { getEmployer, listAdminEmails, listUsers } from '../store/employer.ts'
import { toEmployer, toUser } from '../wire/employer.ts'

/** Employers and their users: Spec §4.5, Admin API, and look-ups by other services. */
export const employerRoutes: Route[] = [
  route(endpoints.createEmployer, createEmployer),
  route(endpoints.updateEmployer, updateEmployer),
  route(endpoints.createUser, createUser),
  route(endpoints.getEmployer, async ({ sql, params }) => ({
    body: toEmployer(await getEmployer(sql, params.employerId)),
  })),
  route(endpoints.listEmployerUsers, async ({ sql, employerId }) => ({
    body: (await listUsers(sql, employerId)).map(toUser),
  })),
  route(getEmployerFacts, async ({ sql, params }) => {
    const { id, name, version } = await getEmployer(sql, params.employerId)
    return { body: { id, name, version } }
  }),
  route(listEmployerAdmins, async ({ sql, params }) => {
    const { id } = await getEmployer(sql, params.employerId)
    return { body: { emails: await listAdminEmails(sql, id) } }
  }),
]
