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

/** Those of an application's scorecards that a user sees where others' are hidden: of each stage for which there is an own
 * one. A reader without a user sees all. */
export function shownTo<Card extends Pick<Scorecard, 'stage' | 'authorUserId'>>(
  reader: number | null,
  cards: Card[],
): Card[] {
  if (reader === null) return cards
  const own = new Set(cards.filter((card) => card.authorUserId === reader).map(({ stage }) => stage))
  return cards.filter(({ stage }) => own.has(stage))
}
