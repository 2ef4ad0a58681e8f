import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'

/** Runs the statements of a search, each for at most `timeoutMs`. Throws unavailable when one takes longer: the whole
 * transaction is rolled back with it. */
export async function withSearchTimeout<T>(sql: Tx, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  // Custom plans: the words of a query decide between its plans, and give a wildcard its range of the vocabulary.
  // No scans: the planner does not count what it costs to unpack every document (20 000 of them: 60 ms, index 7 ms).
  await sql`
    select set_config('statement_timeout', ${String(timeoutMs)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('jit', 'off', true)`
  try {
    return await work()
  } catch (error) {
    throw isCancelled(error) ? tooSlow() : error
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

function tooSlow(): ApiError {
  return new ApiError(
    'unavailable',
    'This search took too long and was given up; it cost nothing. Use fewer phrases of very common words, or try again.',
    { headers: { 'retry-after': '1' } },
  )
}
