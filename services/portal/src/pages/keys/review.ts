import { getCredits } from '@jobboard/contracts/credits/endpoints'
import { getEmployer } from '@jobboard/contracts/employers/employers'
import type { Visit } from '../../http/visit.ts'
import { ofEmployer } from '../../peers/own.ts'

/** Which new keys of the employer wait for a review (D-15): none, those with CvSearch, all, or unknown whether all. */
export type Review = 'none' | 'cvSearch' | 'all' | 'unknown'

/** Reads it; the balances only where they decide. */
export async function readReview(visit: Visit): Promise<Review> {
  const employer = await visit.ask(getEmployer, ofEmployer(visit), { isHidden: true })
  if (employer.isTrustedPartner) return 'none'
  if (employer.hasActiveContract) return 'cvSearch'
  const balances = await visit.part('credits', () => visit.ask(getCredits, {}, { isHidden: true }))
  if (!balances) return 'unknown'
  return Object.values(balances).some((balance) => balance > 0) ? 'cvSearch' : 'all'
}

/** Whether a new key with this scope waits; undefined when nobody knows. */
export function waits(review: Review, scope: string): boolean | undefined {
  if (review === 'none') return false
  if (review === 'all' || scope === 'CvSearch') return true
  return review === 'cvSearch' ? false : undefined
}
