import { ApiError } from '@jobboard/contracts/error'
import type { Caller } from '../auth/caller.ts'

/** The user of a recruiter's key, or the person in the portal; null for a key without a user and for other callers. */
export function userOf(caller: Caller): number | null {
  return caller.kind === 'recruiter' ? caller.userId : null
}

/** The user of a recruiter's key. Throws unattributable for a key without one (D-30). */
export function userIdOf(caller: Caller): number {
  const userId = userOf(caller)
  if (userId !== null) return userId
  throw new ApiError(
    'unattributable',
    'This key has no user to record as the author; use a key that was minted for a user.',
  )
}
