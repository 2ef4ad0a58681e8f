import type { Call } from '../api.ts'
import type { Query } from '../operation.ts'
import type { CallOptions } from '../options.ts'
import { iterateCursor } from '../paginate.ts'

/** The employer of a recruiter key. */
export const employer = (call: Call) => {
  const creditEntries = (query: Query<'list-credit-entries'> = {}, options?: CallOptions) =>
    call('list-credit-entries', { query }, options)
  return {
    /** What is left of each kind of credit. */
    credits: (options?: CallOptions) => call('get-credits', {}, options),
    /** One page of the entries of the ledger, newest first. */
    creditEntries,
    /** All entries of the ledger, each once. */
    iterateCreditEntries: (query: Omit<Query<'list-credit-entries'>, 'page'> = {}, options?: CallOptions) =>
      iterateCursor(
        (cursor) => creditEntries({ pageSize: 100, ...query, ...(cursor && { cursor }) }, options),
        query.cursor,
      ),
    metrics: (options?: CallOptions) => call('get-employer-metrics', {}, options),
    users: (options?: CallOptions) => call('list-employer-users', {}, options),
  }
}
