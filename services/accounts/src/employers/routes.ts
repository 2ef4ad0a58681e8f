import { listEmployers } from '@jobboard/contracts/endpoints/employer-lookup'
import * as endpoints from '@jobboard/contracts/endpoints/employers'
import { employerChanged } from '@jobboard/contracts/events/accounts'
import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { type Route, route } from '@jobboard/service/http/route'
import { type Employer, patchEmployer, toEmployer, toEmployerEvent } from './employer.ts'
import { getEmployer, insertEmployer, listEmployerPage, lockEmployer, saveEmployer } from './store.ts'

/** Admin API: creates an employer and publishes `employer.changed`. */
const createEmployer = route(endpoints.createEmployer, (context) =>
  context.commit(async (sql) => {
    const { body, now } = context
    const employer = await insertEmployer(sql, body, now)
    await publishChange(sql, employer, now)
    await recordAudit(sql, context, {
      action: 'create-employer',
      entity: { type: 'employer', id: employer.id },
      before: null,
      after: toEmployer(employer),
    })
    return { body: toEmployer(employer) }
  }),
)

/** Admin API: a patch that changes no field writes no event and no audit row. Existing keys keep their
 * approval status. Throws not_found. */
const updateEmployer = route(endpoints.updateEmployer, (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockEmployer(sql, params.employerId)
    const employer = patchEmployer(before, body)
    if (employer.version !== before.version) {
      await saveEmployer(sql, employer)
      await publishChange(sql, employer, now)
      await recordAudit(sql, context, {
        action: 'update-employer',
        entity: { type: 'employer', id: employer.id },
        before: toEmployer(before),
        after: toEmployer(employer),
      })
    }
    return { body: toEmployer(employer) }
  }),
)

async function publishChange(sql: Tx, employer: Employer, now: Date): Promise<void> {
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
  route(listEmployers, async ({ sql, query }) => {
    const { items, ...page } = await listEmployerPage(sql, query)
    return { body: { ...page, items: items.map(toEmployer) } }
  }),
  route(endpoints.getEmployer, async ({ sql, params }) => ({
    body: toEmployer(await getEmployer(sql, params.employerId)),
  })),
  route(getEmployerFacts, async ({ sql, params }) => {
    const { id, name, version } = await getEmployer(sql, params.employerId)
    return { body: { id, name, version } }
  }),
]
