import * as endpoints from '@jobboard/contracts/employers/employers'
import { getEmployerFacts } from '@jobboard/contracts/employers/internal'
import { type Route, route } from '@jobboard/service/http/route'
import { createEmployer, updateEmployer } from '../actions/employers.ts'
import { getEmployer } from '../store/employer.ts'
import { toEmployer } from '../wire/employer.ts'

/** Employers: Admin API, and look-ups by other services. */
export const employerRoutes: Route[] = [
  route(endpoints.createEmployer, createEmployer),
  route(endpoints.updateEmployer, updateEmployer),
  route(endpoints.getEmployer, async ({ sql, params }) => ({
    body: toEmployer(await getEmployer(sql, params.employerId)),
  })),
  route(getEmployerFacts, async ({ sql, params }) => {
    const { id, name, version } = await getEmployer(sql, params.employerId)
    return { body: { id, name, version } }
  }),
]
