import { ApiError } from '@jobboard/contracts/error'
import { MAX_PROFILE_BYTES } from '@jobboard/contracts/limits'
import type { Candidate, CandidatePatch } from './candidate.ts'

type Profile = Omit<Candidate, 'id'>

/** Throws invalid_request that names the largest field of the patch, when the profile is larger than 256 KiB. One that
 * was stored larger before the limit stays valid; it may not grow. */
export function checkSize(profile: Profile, patch: CandidatePatch, before?: Profile): void {
  const bytes = profileBytes(profile)
  if (bytes <= MAX_PROFILE_BYTES || (before && bytes <= profileBytes(before))) return
  const sizes = Object.entries(patch).map(([name, value]) => ({ name, bytes: jsonBytes(value) }))
  const { name } = sizes.toSorted((a, b) => b.bytes - a.bytes)[0]!
  throw new ApiError(
    'invalid_request',
    `${name}: the whole profile would take ${bytes} bytes as JSON, the limit is ${MAX_PROFILE_BYTES}; shorten its texts.`,
    { fields: [{ pointer: `/${name}`, reason: `makes the profile larger than ${MAX_PROFILE_BYTES} bytes` }] },
  )
}

function profileBytes(profile: Profile): number {
  const { consentExpiresAt, isSearchable, lastActiveAt, version, createdAt, updatedAt, ...fields } = profile
  return jsonBytes(fields)
}

function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
}
