/** The services behind the gateway. `defaultPort` is used for a peer whose `<NAME>_URL` variable is not set. */
export const upstreams = [
  { name: 'accounts', defaultPort: 8101 },
  { name: 'jobs', defaultPort: 8102 },
  { name: 'pipeline', defaultPort: 8103 },
  { name: 'candidate', defaultPort: 8104 },
  { name: 'search', defaultPort: 8105 },
  { name: 'webhook', defaultPort: 8106 },
] as const

export type UpstreamName = (typeof upstreams)[number]['name']
export const upstreamNames: readonly UpstreamName[] = upstreams.map(({ name }) => name)

/** The services that publish their present state again on request: others copy rows of theirs. */
export const stateOwners = [
  'jobs',
  'candidate',
  'pipeline',
  'search',
  'accounts',
] as const satisfies UpstreamName[]
export type StateOwner = (typeof stateOwners)[number]

/** The environment variable with the base URLs of a service: `JOBS_URL` for `jobs`. */
export type PeerVariable = `${Uppercase<UpstreamName>}_URL`

export function peerVariable(name: UpstreamName): PeerVariable {
  return `${name.toUpperCase() as Uppercase<UpstreamName>}_URL`
}

/** The service that the message of an error `unavailable` names. */
export function missingService(message: string): UpstreamName | undefined {
  return upstreamNames.find((name) => message.startsWith(`The ${name} service cannot be reached`))
}

/** The durables that read the events of each service, `<service>_<consumer>`; that of a later tokeniser version ends in
 * its number. A message leaves a stream that fills up when all of them have acknowledged it. */
export const readersOf: Record<UpstreamName, readonly string[]> = {
  accounts: [
    'jobs_employer',
    'candidate_employer',
    'candidate_erasure_of_accounts',
    'jobs_sandbox_retired',
    'pipeline_sandbox_retired',
    'candidate_sandbox_retired',
    'search_sandbox_retired',
    'webhook_sandbox_retired',
  ],
  jobs: ['pipeline_job', 'candidate_job', 'webhook_job', 'accounts_metric_job', 'accounts_audit_of_jobs'],
  pipeline: [
    'candidate_application_status',
    'jobs_application',
    'search_application',
    'webhook_application',
    'webhook_application_erased',
    'accounts_metric_application',
    'accounts_mail_application',
    'accounts_audit_of_pipeline',
    'candidate_erasure_of_pipeline',
  ],
  candidate: [
    'pipeline_application',
    'search_candidate_profile',
    'search_candidate_activity',
    'search_sandbox_profile',
    'accounts_audit_of_candidate',
    'accounts_candidate_erased',
    'pipeline_candidate_erased',
    'search_candidate_erased',
    'webhook_candidate_erased',
  ],
  search: ['accounts_metric_unlock', 'accounts_audit_of_search', 'candidate_erasure_of_search'],
  webhook: ['accounts_audit_of_webhook', 'candidate_erasure_of_webhook'],
}
