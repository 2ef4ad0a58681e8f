import type * as endpoints from '@jobboard/contracts/employers/portal-links'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type PortalLinkPerson, signPortalLink } from '@jobboard/service/auth/portal-link'
import type { Action, Context } from '@jobboard/service/http/route'
import type { AccountsEnv } from '../env.ts'
import { getEmployer } from '../store/employer.ts'
import { getStaff } from '../store/staff.ts'
import { getUser } from '../store/user.ts'

/** Admin API: a link that signs a user in once. Nothing is stored but the audit row. Throws not_found. */
export const createPortalLink: Action<typeof endpoints.createPortalLink, AccountsEnv> = (context) =>
  context.commit(async (sql) => {
    const { params, body } = context
    const { id: employerId } = await getEmployer(sql, params.employerId)
    const { id } = await getUser(sql, employerId, body.userId)
    const { url, expiresAt, page } = newLink(context, { kind: 'user', id })
    await recordAudit(sql, context, {
      action: 'create-portal-link',
      entity: { type: 'user', id },
      before: null,
      after: { employerId, page, expiresAt },
    })
    return { body: { url, expiresAt } }
  })

/** Admin API: a link that signs a member of the staff in once. Throws not_found. */
export const createStaffPortalLink: Action<typeof endpoints.createStaffPortalLink, AccountsEnv> = (context) =>
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
  })

type Links = typeof endpoints.createPortalLink | typeof endpoints.createStaffPortalLink

function newLink({ service, body }: Context<Links, AccountsEnv>, person: PortalLinkPerson) {
  const { env, databaseTime } = service
  const page = body.page ?? 'start'
  const expiresAtMs = Math.floor(databaseTime.nowMs()) + body.expiresInSeconds * 1_000
  const token = signPortalLink(env.CALLER_SECRET, { ...person, page, expiresAtMs })
  const url = `${env.PORTAL_BASE_URL}/sign-in/link/${token}`
  return { url, page, expiresAt: new Date(expiresAtMs).toISOString() }
}
