import { readStaff } from '@jobboard/contracts/employers/internal'
import * as links from '@jobboard/contracts/employers/portal-links'
import { notFound } from '@jobboard/contracts/error'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import * as endpoints from '@jobboard/contracts/operators/staff'
import type { Tx } from '@jobboard/db/sql'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { type PortalLinkPerson, signPortalLink } from '@jobboard/service/auth/portal-link'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { patched } from '../employers/employer.ts'
import { getEmployer } from '../employers/store.ts'
import type { AccountsEnv } from '../env.ts'
import { hasSignedUp } from '../sandboxes/store.ts'
import { getUser } from '../users/store.ts'
import { checkNewStaff, type StaffMember, toAuditedStaff, toStaff, toStaffPerson } from './staff.ts'
import {
  findStaffByEmail,
  getStaff,
  insertStaff,
  listStaff,
  lockStaff,
  removeStaff,
  saveStaff,
} from './store.ts'

const createStaff = route(endpoints.createStaff, (context) =>
  context.commit(async (sql) => {
    const { body, now } = context
    const count = await lockStaff(sql)
    checkNewStaff(await findStaffByEmail(sql, body.email), count)
    const member = await insertStaff(sql, body, now)
    await audit(sql, context, 'create-staff', null, member)
    return { body: toStaff(member) }
  }),
)

/** A patch that changes no field writes no audit row. */
const updateStaff = route(endpoints.updateStaff, (context) =>
  context.commit(async (sql) => {
    await lockStaff(sql)
    const before = await getStaff(sql, context.params.staffId)
    const member = patched(before, context.body)
    if (member !== before) {
      await saveStaff(sql, member)
      await audit(sql, context, 'update-staff', before, member)
    }
    return { body: toStaff(member) }
  }),
)

/** The last operator can be removed, too. */
const deleteStaff = route(endpoints.deleteStaff, (context) =>
  context.commit(async (sql) => {
    await lockStaff(sql)
    const member = await getStaff(sql, context.params.staffId)
    await removeStaff(sql, member, context.now)
    await audit(sql, context, 'delete-staff', member, null)
    return {}
  }),
)

function audit(
  sql: Tx,
  context: AuditContext,
  action: AuditAction,
  before: StaffMember | null,
  after: StaffMember | null,
) {
  const entity = { type: 'staff', id: (before ?? after)!.id }
  const shown = (member: StaffMember | null) => member && toAuditedStaff(member)
  return recordAudit(sql, context, { action, entity, before: shown(before), after: shown(after) })
}

/** A link that signs a user in once. Nothing is stored but the audit row. */
const createPortalLink: Route<AccountsEnv> = route(links.createPortalLink, (context) =>
  context.commit(async (sql) => {
    const { params, body } = context
    const { id: employerId, sandboxId } = await getEmployer(sql, params.employerId)
    const { id } = await getUser(sql, employerId, body.userId)
    if (sandboxId !== null && !(await hasSignedUp(sql, id))) throw notFound()
    const { url, expiresAt, page } = newLink(context, { kind: 'user', id })
    await recordAudit(sql, context, {
      action: 'create-portal-link',
      entity: { type: 'user', id },
      before: null,
      after: { employerId, page, expiresAt },
      employerId,
    })
    return { body: { url, expiresAt } }
  }),
)

const createStaffPortalLink: Route<AccountsEnv> = route(links.createStaffPortalLink, (context) =>
  context.commit(async (sql) => {
    const { id } = await getStaff(sql, context.params.staffId)
    const { url, expiresAt, page } = newLink(context, { kind: 'staff', id })
    await recordAudit(sql, context, {
      action: 'create-staff-portal-link',
      entity: { type: 'staff', id },
      before: null,
      after: { page, expiresAt },
    })
    return { body: { url, expiresAt } }
  }),
)

type Links = typeof links.createPortalLink | typeof links.createStaffPortalLink

function newLink({ service, body }: Context<Links, AccountsEnv>, person: PortalLinkPerson) {
  const { env, databaseTime } = service
  const page = body.page ?? 'start'
  const expiresAtMs = Math.floor(databaseTime.nowMs()) + body.expiresInSeconds * 1_000
  const token = signPortalLink(env.CALLER_SECRET, { ...person, page, expiresAtMs })
  const url = `${env.PORTAL_BASE_URL}/sign-in/link/${token}`
  return { url, page, expiresAt: new Date(expiresAtMs).toISOString() }
}

/** The platform staff, and one-time links to the portal for staff and users: Admin API, and a look-up by the portal. */
export const staffRoutes: Route<AccountsEnv>[] = [
  createStaff,
  updateStaff,
  deleteStaff,
  route(endpoints.listStaff, async ({ sql }) => ({ body: (await listStaff(sql)).map(toStaff) })),
  route(readStaff, async ({ sql, params }) => ({ body: toStaffPerson(await getStaff(sql, params.staffId)) })),
  createPortalLink,
  createStaffPortalLink,
]
