import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'

/** Runs the statements of a search, each limited to `timeoutMs`. Throws unavailable when one exceeds it, which rolls the
 * transaction back. */
export async function withSearchTimeout<T>(sql: Tx, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  // Custom plans: the best plan depends on the words, and only a known pattern narrows a wildcard to an index range.
  // Bitmap scans only: the planner takes the recheck of an index condition, which they do not need, to cost the same as
  // computing the lexemes of every document (2.5 ms each).
  // Memory for the matches of at least 200 000 candidates: beyond it they are written to temporary files.
  const limited = sql`
    select set_config('statement_timeout', ${String(timeoutMs)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_indexscan', 'off', true), set_config('jit', 'off', true),
      set_config('work_mem', '16MB', true)`
  try {
    // Sent in one go with the first statement of `work`.
    const [, result] = await Promise.all([limited, work()])
    return result
  } catch (error) {
    throw isCancelled(error) ? searchTimedOut() : error
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

function searchTimedOut(): ApiError {
  return new ApiError(
    'unavailable',
    'The search timed out and cost nothing. Use fewer phrases of very common words, or try again.',
    { headers: { 'retry-after': '1' } },
  )
}
