import type { profileChanged } from '@jobboard/contracts/candidates/events'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { DataOf } from '@jobboard/contracts/event'
import type { Candidate } from '../domain/candidate.ts'
import { completeness } from '../domain/completeness.ts'

/** The full profile as its candidate reads it (Spec §4.3). */
export function toProfile(candidate: Candidate): Profile {
  const { consentExpiresAt, isSearchable, lastActiveAt, version, createdAt, updatedAt, ...fields } = candidate
  return {
    ...fields,
    completeness: completeness(candidate),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Data of `profile.changed`. */
export function toProfileChanged(candidate: Candidate): DataOf<typeof profileChanged> {
  const { isSearchable, consentExpiresAt, lastActiveAt, version } = candidate
  return {
    ...toProfile(candidate),
    isSearchable,
    consentExpiresAt: consentExpiresAt?.toISOString() ?? null,
    lastActiveAt: lastActiveAt.toISOString(),
    version,
  }
}
