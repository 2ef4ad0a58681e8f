import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import { readBalances } from './read.ts'

/** What a call has cost and what is left (D-47). */
export function creditHeaders(cost: number, remaining: number): Record<string, string> {
  return { 'x-credits-cost': String(cost), 'x-credits-remaining': String(remaining) }
}

/** Runs work that can cost a credit; a refusal, too, tells that it cost nothing and what is left (D-47). */
export async function tellingCredits<T>(
  { sql, employerId }: { sql: Sql; employerId: number },
  kind: CreditKind,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, headers, fields } = error
    const { [kind]: remaining } = await readBalances(sql, employerId, [kind])
    throw new ApiError(code, message, { headers: { ...headers, ...creditHeaders(0, remaining) }, fields })
  }
}
