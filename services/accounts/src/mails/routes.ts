import { queueWebhookMail, turnMailsOff } from '@jobboard/contracts/employers/internal'
import * as endpoints from '@jobboard/contracts/employers/mails'
import { notFound } from '@jobboard/contracts/error'
import { actorOf, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { patched } from '../employers/employer.ts'
import { getEmployer } from '../employers/store.ts'
import type { AccountsEnv } from '../env.ts'
import { getUserOfAny } from '../users/store.ts'
import { checkOwnMails, without } from './mail.ts'
import { getMailSettings, listMails, lockMailSettings, queueMails, saveMailSettings } from './store.ts'

const isSending = ({ env }: { env: AccountsEnv }) => env.SMTP_URL !== undefined

/** A patch that changes no field writes no audit row. */
const updateMailSettings: Route<AccountsEnv> = route(endpoints.updateMailSettings, (context) =>
  context.commit(async (sql) => {
    const { service, params, body, caller, now } = context
    const { employerId, userId } = params
    checkOwnMails(actorOf(caller), userId)
    const before = await lockMailSettings(sql, employerId, userId)
    if (!before) throw notFound()
    const after = patched(before, body)
    if (after !== before) {
      await saveMailSettings(sql, employerId, userId, after, now)
      const entity = { type: 'user', id: userId }
      await recordAudit(sql, context, { action: 'update-mail-settings', entity, employerId, before, after })
    }
    return { body: { ...after, isSending: isSending(service) } }
  }),
)

const turnOff = route(turnMailsOff, ({ params, body, commit, now }) =>
  commit(async (sql) => {
    const { id, employerId } = await getUserOfAny(sql, params.userId)
    const before = await lockMailSettings(sql, employerId, id)
    if (!before) throw notFound()
    await saveMailSettings(sql, employerId, id, without(body.kind, before), now)
    return {}
  }),
)

const queueWebhook: Route<AccountsEnv> = route(queueWebhookMail, (context) =>
  context.commit(async (sql) => {
    const { service, params, body, now } = context
    const { id, ...data } = body
    const { id: employerId } = await getEmployer(sql, params.employerId)
    if (isSending(service)) await queueMails(sql, employerId, { kind: 'webhooks', data }, now, id)
    return { body: { isSending: isSending(service) } }
  }),
)

/** Which mails users get, and which were sent to them. */
export const mailRoutes: Route<AccountsEnv>[] = [
  updateMailSettings,
  turnOff,
  queueWebhook,
  route(endpoints.getMailSettings, async ({ service, sql, params }) => {
    const settings = await getMailSettings(sql, params.employerId, params.userId)
    if (!settings) throw notFound()
    return { body: { ...settings, isSending: isSending(service) } }
  }),
  route(endpoints.listMails, async ({ sql, params, query }) => {
    const { id } = await getEmployer(sql, params.employerId)
    const { items, ...page } = await listMails(sql, id, query)
    return {
      body: {
        ...page,
        items: items.map(({ createdAt, closedAt, ...mail }) => {
          return { ...mail, createdAt: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null }
        }),
      },
    }
  }),
]
