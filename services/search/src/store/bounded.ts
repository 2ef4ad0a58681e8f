import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'

/** Runs the statements of a search, each for at most `timeoutMs`. Throws unavailable when one takes longer: the whole
 * transaction is rolled back with it. */
export async function bounded<T>(sql: Tx, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  // Custom plans: the words of a query decide between index and scan, and give a wildcard its range of the vocabulary.
  await sql`
    select set_config('statement_timeout', ${String(timeoutMs)}, true), set_config('jit', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`
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
