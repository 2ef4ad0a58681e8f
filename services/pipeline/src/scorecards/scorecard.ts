import type { getScorecard } from '@jobboard/contracts/applications/scorecards'
import type { ResponseBody } from '@jobboard/contracts/endpoint'

/** A stored scorecard. */
export interface Scorecard extends Omit<ResponseBody<typeof getScorecard>, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

/** What identifies a scorecard (D-29). */
export type ScorecardKey = Pick<Scorecard, 'applicationId' | 'authorUserId' | 'stage'>

/** A scorecard as recruiters see it (D-29). */
export function toScorecard(card: Scorecard): ResponseBody<typeof getScorecard> {
  const { createdAt, updatedAt, ...rest } = card
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
