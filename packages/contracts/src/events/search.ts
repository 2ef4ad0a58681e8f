import { z } from 'zod'
import { eventType } from '../event.ts'
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
