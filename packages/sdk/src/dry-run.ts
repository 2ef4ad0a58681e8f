import type { Call } from './api.ts'
import type { ApiCall } from './api-call.ts'
import type { components } from './generated/v1.ts'
import type { RequestInput } from './operation.ts'
import type { WriteOptions } from './options.ts'

/** The operations that have a dry run. */
export type DryRunOperation = 'publish-job' | 'search-candidates' | 'get-candidate' | 'apply'

/** What a call would cost. */
export type DryRunResult = components['schemas']['DryRunResult']

/** Calls an operation with `Prefer: dry-run`: nothing is spent, stored or reserved. Throws what the call would throw. */
export const dryRun =
  (call: Call) =>
  <O extends DryRunOperation>(operation: O, input: RequestInput<O>, options?: WriteOptions) =>
    call(operation, input, {
      ...options,
      headers: { ...options?.headers, prefer: 'dry-run' },
    }) as unknown as ApiCall<DryRunResult>
