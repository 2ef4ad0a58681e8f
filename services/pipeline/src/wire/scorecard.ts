import type { getScorecard } from '@jobboard/contracts/applications/scorecards'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Scorecard } from '../domain/scorecard.ts'

/** A scorecard as recruiters see it (D-29). */
export function toScorecard(card: Scorecard): ResponseBody<typeof getScorecard> {
  const { createdAt, updatedAt, ...rest } = card
  return { ...rest, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
