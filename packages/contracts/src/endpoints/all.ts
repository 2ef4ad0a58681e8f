import type { Endpoint } from '../endpoint.ts'
import * as apiKeys from './api-keys.ts'
import * as applicationLists from './application-lists.ts'
import * as audit from './audit.ts'
import * as candidate from './candidate.ts'
import * as candidateAdmin from './candidate-admin.ts'
import * as candidateImport from './candidate-import.ts'
import * as candidateLookup from './candidate-lookup.ts'
import * as clock from './clock.ts'
import * as consent from './consent.ts'
import * as credits from './credits.ts'
import * as deadLetters from './dead-letters.ts'
import * as employerLookup from './employer-lookup.ts'
import * as employers from './employers.ts'
import * as erasure from './erasure.ts'
import * as events from './events.ts'
import * as jobs from './jobs.ts'
import * as key from './key.ts'
import * as keyLookup from './key-lookup.ts'
import * as keyReview from './key-review.ts'
import * as meExport from './me-export.ts'
import * as meJobs from './me-jobs.ts'
import * as notes from './notes.ts'
import * as ownWebhooks from './own-webhooks.ts'
import * as pipeline from './pipeline.ts'
import * as portalLinks from './portal-links.ts'
import * as profileViews from './profile-views.ts'
import * as reindex from './reindex.ts'
import * as rejectionReasons from './rejection-reasons.ts'
import * as replay from './replay.ts'
import * as resync from './resync.ts'
import * as scorecards from './scorecards.ts'
import * as search from './search.ts'
import * as staff from './staff.ts'
import * as tags from './tags.ts'
import * as webhook from './webhook.ts'
import * as webhookDelivery from './webhook-delivery.ts'
import * as webhookOperations from './webhook-operations.ts'
import * as webhookStats from './webhook-stats.ts'

const files = [
  employers,
  employerLookup,
  apiKeys,
  keyLookup,
  keyReview,
  staff,
  portalLinks,
  credits,
  audit,
  jobs,
  applicationLists,
  pipeline,
  rejectionReasons,
  tags,
  notes,
  scorecards,
  candidate,
  candidateAdmin,
  candidateImport,
  candidateLookup,
  consent,
  meExport,
  profileViews,
  erasure,
  meJobs,
  search,
  webhook,
  webhookDelivery,
  webhookOperations,
  webhookStats,
  ownWebhooks,
  events,
  clock,
  deadLetters,
  reindex,
  replay,
  resync,
  key,
]

/** Every endpoint of the public and the admin plane: those exported by the files above. */
export const endpoints: readonly Endpoint[] = files.flatMap((file) =>
  Object.values(file as Record<string, unknown>).filter(isEndpoint),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'plane' in value && 'path' in value
}
