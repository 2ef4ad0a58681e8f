import { listBalances } from '@jobboard/contracts/credits/internal'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import { ledgerOwners } from '../credits/entries.ts'

/** The balances of these employers, without those of an owner that does not respond, or whose release cannot yet. */
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
