import * as endpoints from '@jobboard/contracts/endpoints/employers'
import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import { type Route, route } from '@jobboard/service/http/route'
import { createEmployer } from '../actions/create-employer.ts'
import { createUser } from '../actions/create-user.ts'
import { updateEmployer } from '../actions/update-employer.ts'
import { toEmployer, toUser } from '../domain/employer.ts'
import { getEmployer, listUsers } from '../store/employer.ts'

/** Employers and their users: Spec §4.5, Admin API, and the facts other services ask for. */
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
]
