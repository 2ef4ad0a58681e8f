import * as bulk from './applications/bulk.ts'
import * as applications from './applications/endpoints.ts'
import * as notes from './applications/notes.ts'
import * as ownApplications from './applications/own.ts'
import * as rejectionReasons from './applications/rejection-reasons.ts'
import * as scorecardTemplates from './applications/scorecard-templates.ts'
import * as scorecards from './applications/scorecards.ts'
import * as tags from './applications/tags.ts'
import * as candidates from './candidates/admin.ts'
import * as erasure from './candidates/erasure.ts'
import * as me from './candidates/me.ts'
import * as credits from './credits/endpoints.ts'
import * as employers from './employers/employers.ts'
import * as mails from './employers/mails.ts'
import * as portalLinks from './employers/portal-links.ts'
import * as users from './employers/users.ts'
import type { Endpoint } from './endpoint.ts'
import * as jobs from './jobs/endpoints.ts'
import * as openJobs from './jobs/open-jobs.ts'
import * as keys from './keys/admin.ts'
import * as ownKey from './keys/own.ts'
import * as audit from './operators/audit.ts'
import * as operations from './operators/operations.ts'
import * as staff from './operators/staff.ts'
import * as sandboxes from './sandbox/admin.ts'
import * as ownSandbox from './sandbox/endpoints.ts'
import * as keptSearches from './search/kept.ts'
import * as reindex from './search/reindex.ts'
import * as search from './search/search.ts'
import * as deliveries from './webhooks/deliveries.ts'
import * as ownWebhooks from './webhooks/own.ts'
import * as publicEvents from './webhooks/public-events.ts'
import * as subscriptions from './webhooks/subscriptions.ts'

const files = [
  ...[employers, users, mails, portalLinks, keys, ownKey, staff, credits, audit, operations],
  ...[
    jobs,
    openJobs,
    applications,
    bulk,
    rejectionReasons,
    tags,
    notes,
    scorecards,
    scorecardTemplates,
    ownApplications,
  ],
  ...[me, candidates, erasure, search, keptSearches, reindex],
  ...[publicEvents, subscriptions, deliveries, ownWebhooks],
  ...[ownSandbox, sandboxes],
]

/** Every endpoint of the public and the admin plane: those exported by the files above. */
export const endpoints: readonly Endpoint[] = files.flatMap((file) =>
  Object.values(file as Record<string, unknown>).filter(isEndpoint),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'plane' in value && 'path' in value
}
