import { readStaff } from '@jobboard/contracts/employers/internal'
import * as links from '@jobboard/contracts/employers/portal-links'
import * as endpoints from '@jobboard/contracts/operators/staff'
import { type Route, route } from '@jobboard/service/http/route'
import { createPortalLink, createStaffPortalLink } from '../actions/portal-links.ts'
import { createStaff, deleteStaff, updateStaff } from '../actions/staff.ts'
import type { AccountsEnv } from '../env.ts'
import { getStaff, listStaff } from '../store/staff.ts'
import { toStaff, toStaffPerson } from '../wire/staff.ts'

/** The platform staff, and one-time links to the portal for staff and users: Admin API, and a look-up by the portal. */
export const staffRoutes: Route<AccountsEnv>[] = [
  route(endpoints.createStaff, createStaff),
  route(endpoints.updateStaff, updateStaff),
  route(endpoints.deleteStaff, deleteStaff),
  route(endpoints.listStaff, async ({ sql }) => ({ body: (await listStaff(sql)).map(toStaff) })),
  route(readStaff, async ({ sql, params }) => ({ body: toStaffPerson(await getStaff(sql, params.staffId)) })),
  route(links.createPortalLink, createPortalLink),
  route(links.createStaffPortalLink, createStaffPortalLink),
]
