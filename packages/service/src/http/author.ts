import { ApiError } from '@jobboard/contracts/error'
import type { Caller } from '../auth/caller.ts'

/** The user of a recruiter's key. Throws unattributable for a key without one (D-30). */
export function userIdOf(caller: Caller): number {
  const userId = caller.kind === 'recruiter' ? caller.userId : null
  if (userId !== null) return userId
  throw new ApiError(
    'unattributable',
    'This key has no user to record as the author; use a key that was minted for a user.',
  )
}
