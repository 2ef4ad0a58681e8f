import type { ReadRemainingCredits } from '@jobboard/service/http/credit-headers'
import { readBalances } from './read.ts'

/** The balance of an employer for one kind. */
export const readRemainingCredits: ReadRemainingCredits = async (sql, employerId, kind) => {
  const { [kind]: balance } = await readBalances(sql, employerId, [kind])
  return balance
}
