import { maskName } from '@jobboard/contact-mask/contact-mask'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { UNLOCK_WINDOW_DAYS } from '@jobboard/contracts/limits'
import { invalid } from '@jobboard/contracts/page'
import type { listUnlockedCandidates } from '@jobboard/contracts/search/kept'
import { fullName } from '@jobboard/contracts/text'
import { foldedWords } from '@jobboard/search-query/folded-words'
import { type Actor, type ActorNames, toBy } from '../actors/actor.ts'

const DAY_MS = 86_400_000

/** A paid window, in which an employer reads a profile for free. */
export interface Unlock {
  employerId: number
  candidateId: number
  unlockedAt: Date
  unlockedUntil: Date
}

/** End of the unlock window, 30 days, that a paid read at `now` opens (Spec §8, D-45). */
export function unlockedUntil(now: Date): Date {
  return new Date(now.getTime() + UNLOCK_WINDOW_DAYS * DAY_MS)
}

/** Whether a consent with this end has lapsed at `now`; null does not end. */
export function hasLapsed(consentExpiresAt: Date | null, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}

/** A window as it is published; a later window of the same pair is another aggregate. */
export function toPublished({ employerId, candidateId, ...window }: Unlock, occurredAt: Date) {
  const unlockedAt = window.unlockedAt.toISOString()
  const unlockedUntil = window.unlockedUntil.toISOString()
  return {
    aggregateId: `${employerId}:${candidateId}:${unlockedAt}`,
    aggregateVersion: 1,
    occurredAt,
    data: { employerId, candidateId, unlockedAt, unlockedUntil, version: 1 },
  }
}

/** A candidate whom an employer unlocked. */
export interface UnlockedCandidate extends Actor {
  candidateId: number
  unlockedAt: Date
  unlockedUntil: Date
  /** Reading the profile is free. */
  isOpen: boolean
  firstName: string
  lastName: string
  headline: string | null
  /** With contact details masked; null also while the document is not built. */
  shownHeadline: string | null
}

/** What the employer sees: name and headline of the profile while reading it is free, then as in search results (D-44). */
function seenOf(one: UnlockedCandidate): { name: string; headline: string | null } {
  return one.isOpen
    ? { name: fullName(one), headline: one.headline }
    : { name: maskName(one), headline: one.shownHeadline }
}

/** Whether for each word of `q` a word of what the employer sees begins with it. Throws invalid_request for a text without a word. */
export function unlockedMatcher(q: string): (one: UnlockedCandidate) => boolean {
  const wanted = foldedWords(q)
  if (wanted.length === 0) throw invalid('q', 'must contain a letter or a digit')
  return (one) => {
    const { name, headline } = seenOf(one)
    const words = foldedWords(`${name} ${headline ?? ''}`)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  }
}

/** An unlocked candidate as the employer's list shows it. */
export function toUnlocked(
  one: UnlockedCandidate,
  names: ActorNames,
): ResponseBody<typeof listUnlockedCandidates>['items'][number] {
  return {
    candidateId: one.candidateId,
    ...seenOf(one),
    unlockedAt: one.unlockedAt.toISOString(),
    unlockedUntil: one.unlockedUntil.toISOString(),
    by: toBy(one, names),
  }
}
