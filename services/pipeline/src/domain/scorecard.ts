import type { getScorecard } from '@jobboard/contracts/applications/scorecards'
import type { ResponseBody } from '@jobboard/contracts/endpoint'

/** A stored scorecard. */
export interface Scorecard extends Omit<ResponseBody<typeof getScorecard>, 'createdAt' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
}

/** What identifies a scorecard (D-29). */
export type ScorecardKey = Pick<Scorecard, 'applicationId' | 'authorUserId' | 'stage'>
