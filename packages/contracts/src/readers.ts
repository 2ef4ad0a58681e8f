import type { UpstreamName } from './services.ts'

/** The durables that read the events of each service, `<service>_<consumer>`; that of a later tokeniser version ends in
 * its number. A message leaves a stream that fills up when all of them have acknowledged it. */
export const readersOf: Record<UpstreamName, readonly string[]> = {
  accounts: ['jobs_employer', 'candidate_employer', 'candidate_erasure_of_accounts'],
  jobs: ['pipeline_job', 'candidate_job', 'webhook_job', 'accounts_metric_job', 'accounts_audit_of_jobs'],
  pipeline: [
    'candidate_application_status',
    'webhook_application',
    'webhook_application_erased',
    'accounts_metric_application',
    'accounts_audit_of_pipeline',
    'candidate_erasure_of_pipeline',
  ],
  candidate: [
    'pipeline_application',
    'search_candidate_profile',
    'search_candidate_activity',
    'accounts_audit_of_candidate',
    'accounts_candidate_erased',
    'pipeline_candidate_erased',
    'search_candidate_erased',
    'webhook_candidate_erased',
  ],
  search: ['accounts_metric_unlock', 'accounts_audit_of_search', 'candidate_erasure_of_search'],
  webhook: ['accounts_audit_of_webhook', 'candidate_erasure_of_webhook'],
}
