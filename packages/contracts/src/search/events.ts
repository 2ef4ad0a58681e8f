import { z } from 'zod'
import { eventType, stateType } from '../event.ts'
import { id } from '../text.ts'

/** D-45: each paid window is its own aggregate and never changes, so its version is always 1. */
export const candidateUnlocked = eventType(
  'search',
  'candidate.unlocked',
  1,
  z.object({
    employerId: id(),
    candidateId: id(),
    unlockedAt: z.iso.datetime(),
    unlockedUntil: z.iso.datetime(),
    version: z.int(),
  }),
  "An employer paid for a candidate's profile; not published for free re-reads.",
)

/** The newest window of a pair: older ones have ended, and nothing counts them. */
export const unlockState = stateType(
  'search',
  'unlock',
  1,
  candidateUnlocked.data,
  'A resync of search, once for each pair of employer and candidate.',
)
