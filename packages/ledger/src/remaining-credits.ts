import type { ReadRemainingCredits } from '@jobboard/service/http/credit-headers'
import { readBalances } from './read.ts'

/** What an employer has left of one kind. */
export const readRemainingCredits: ReadRemainingCredits = async (sql, employerId, kind) => {
  const { [kind]: left } = await readBalances(sql, employerId, [kind])
  return left
}
