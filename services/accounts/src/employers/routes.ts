import * as endpoints from '@jobboard/contracts/employers/employers'
import { listEmployers } from '@jobboard/contracts/employers/employers'
import { employerChanged } from '@jobboard/contracts/employers/events'
import * as internal from '@jobboard/contracts/employers/internal'
import { getEmployerSettings, updateEmployerSettings } from '@jobboard/contracts/employers/mails'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { type Employer, patchEmployer, patched, toEmployer, toEmployerEvent } from './employer.ts'
import {
  getEmployer,
  getSettings,
  insertEmployer,
  listEmployerPage,
  listNames,
  lockEmployer,
  saveEmployer,
  saveSettings,
} from './store.ts'

const createEmployer = route(endpoints.createEmployer, (context) =>
  context.commit(async (sql) => {
    const { body, now } = context
    const employer = await insertEmployer(sql, body, now)
    await record(sql, context, 'create-employer', null, employer)
    return { body: toEmployer(employer) }
  }),
)

/** A patch that changes no field leaves no trace. Existing keys keep their approval status. */
const updateEmployer = route(endpoints.updateEmployer, (context) =>
  context.commit(async (sql) => {
    const { params, body } = context
    const before = await lockEmployer(sql, params.employerId)
    const employer = patchEmployer(before, body)
    if (employer.version !== before.version) {
      await saveEmployer(sql, employer)
      await record(sql, context, 'update-employer', before, employer)
    }
    return { body: toEmployer(employer) }
  }),
)

/** Of the settings other services copy the name alone. A patch that changes no field leaves no trace. */
const updateSettings = route(updateEmployerSettings, (context) =>
  context.commit(async (sql) => {
    const employer = await lockEmployer(sql, context.params.employerId)
    const before = await getSettings(sql, employer.id)
    const after = patched(before, context.body)
    if (after !== before) {
      await saveSettings(sql, employer.id, after)
      const renamed = patchEmployer(employer, { name: after.name })
      if (renamed !== employer) {
        await saveEmployer(sql, renamed)
        await publish(sql, context, renamed)
      }
      const entity = { type: 'employer', id: employer.id }
      const action = 'update-employer-settings'
      await recordAudit(sql, context, { action, entity, employerId: employer.id, before, after })
    }
    return { body: after }
  }),
)

/** The event and the audit row of a change. */
async function record(
  sql: Tx,
  context: AuditContext,
  action: AuditAction,
  before: Employer | null,
  employer: Employer,
): Promise<void> {
  await publish(sql, context, employer)
  await recordAudit(sql, context, {
    action,
    entity: { type: 'employer', id: employer.id },
    before: before && toEmployer(before),
    after: toEmployer(employer),
    employerId: employer.id,
  })
}

async function publish(sql: Tx, { now }: Pick<AuditContext, 'now'>, employer: Employer): Promise<void> {
  await appendEvent(sql, employerChanged, {
    aggregateId: employer.id,
    aggregateVersion: employer.version,
    occurredAt: now,
    data: toEmployerEvent(employer),
  })
}

/** Employers: Admin API, and look-ups by other services. */
export const employerRoutes: Route[] = [
  createEmployer,
  updateEmployer,
  updateSettings,
  route(getEmployerSettings, async ({ sql, params }) => ({
    body: await getSettings(sql, params.employerId),
  })),
  route(listEmployers, async ({ sql, query }) => {
    const { items, ...page } = await listEmployerPage(sql, query)
    return { body: { ...page, items: items.map(toEmployer) } }
  }),
  route(endpoints.getEmployer, async ({ sql, params }) => ({
    body: toEmployer(await getEmployer(sql, params.employerId)),
  })),
  route(internal.listNames, async ({ sql, params, body }) => ({
    body: await listNames(sql, params.employerId, body),
  })),
  route(internal.getEmployerFacts, async ({ sql, params }) => {
    const { id, name, version, sandboxId } = await getEmployer(sql, params.employerId)
    return { body: { id, name, version, ...(sandboxId !== null && { sandboxId }) } }
  }),
]
