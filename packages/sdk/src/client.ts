import { type Call, openApi } from './api.ts'
import type { ApiCall } from './api-call.ts'
import type { components } from './generated/v1.ts'
import type { Query, RequestBody, RequestInput } from './operation.ts'
import type { CallOptions, ClientOptions, WriteOptions } from './options.ts'
import { applications, notes, scorecards, tags } from './resources/applications.ts'
import { employer, jobs, search } from './resources/employer.ts'
import { me } from './resources/me.ts'
import { modeOf, sandbox } from './resources/sandbox.ts'
import { events, webhooks } from './resources/webhooks.ts'

/** The client of one API key. */
export type JobBoard = ReturnType<typeof createClient>

/** Opens a client. Nothing is sent until the first call. Throws TypeError for an invalid key or base URL. */
export function createClient(options: ClientOptions) {
  const call: Call = openApi(options)
  const mode = modeOf(options.apiKey)
  return {
    /** `test` with a key of a sandbox, which begins with `pk_test_` or `ck_test_`. */
    mode,
    jobs: jobs(call),
    applications: applications(call),
    notes: notes(call),
    scorecards: scorecards(call),
    tags: tags(call),
    search: search(call),
    employer: employer(call),
    events: events(call),
    webhooks: webhooks(call),
    me: me(call),
    sandbox: sandbox(call, mode),
    /** What the API key may do: scopes, limits and credits. */
    key: (options?: CallOptions) => call('get-key', {}, options),
    /** Replaces the key of this client; a new client needs the new key. Only the response shows it. */
    rotateKey: (body: RequestBody<'rotate-own-key'> = {}, options?: CallOptions) =>
      call('rotate-own-key', { body }, options),
    /** Calls of the API key by UTC day and limit family. */
    keyUsage: (query: Query<'get-key-usage'> = {}, options?: CallOptions) =>
      call('get-key-usage', { query }, options),
    dryRun: dryRun(call),
    /** Any operation by its `operationId`, for one that has no method here yet. */
    call,
  }
}

/** The operations that have a dry run. */
export type DryRunOperation =
  | 'publish-job'
  | 'search-candidates'
  | 'get-candidate'
  | 'apply'
  | 'change-applications'

/** What a call would cost. */
export type DryRunResult = components['schemas']['DryRunResult']

/** Calls an operation with `Prefer: dry-run`: nothing is spent, stored or reserved. Throws what the call would throw. */
const dryRun =
  (call: Call) =>
  <O extends DryRunOperation>(operation: O, input: RequestInput<O>, options?: WriteOptions) =>
    call(operation, input, {
      ...options,
      headers: { ...options?.headers, prefer: 'dry-run' },
    }) as unknown as ApiCall<DryRunResult>
