import { listBalances, MAX_EMPLOYERS_PER_CALL } from '@jobboard/contracts/credits/internal'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import { ledgerOwners } from '../credits/entries.ts'

/** Employers of one call. */
export const MAX_EMPLOYERS = MAX_EMPLOYERS_PER_CALL

/** The balances of at most `MAX_EMPLOYERS` employers, without those of an owner that does not respond, or whose release cannot yet. */
export async function findManyBalances(
  call: Call,
  employerIds: number[],
): Promise<{ employerId: number; kind: CreditKind; amount: number }[]> {
  const found = ledgerOwners.map(async (owner) => {
    try {
      return (await call(listBalances(owner), { body: { employerIds } }, { isSafe: true })).items
    } catch (error) {
      if (error instanceof ApiError) return []
      throw error
    }
  })
  return (await Promise.all(found)).flat()
}
