import { isDeepStrictEqual } from 'node:util'
import { emptyProfile } from '@jobboard/contracts/candidates/profile'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_PROFILE_BYTES } from '@jobboard/contracts/limits'
import { type Candidate, type CandidateForm, type CandidatePatch, statedFields } from './candidate.ts'

/** A new candidate: searchable, with a consent that does not expire, unless the portal says otherwise. */
export function newCandidate(
  form: CandidateForm,
  now: Date,
  sandboxId: number | null = null,
): Omit<Candidate, 'id'> {
  const blank: Candidate = {
    ...emptyProfile,
    consentExpiresAt: null,
    isSearchable: true,
    id: 0,
    firstName: form.firstName,
    lastName: form.lastName,
    email: form.email,
    lastActiveAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
    sandboxId,
  }
  const { id: _, ...candidate } = merge(blank, form)
  checkSize(candidate, form)
  return candidate
}

/** Returns the candidate after a patch (D-08, D-36), or the same object when nothing changes. A changed profile counts as
 * activity; changed consent or visibility does not. Throws invalid_request when expectedSalaryMin exceeds the maximum, and
 * for a profile that is too large. */
export function changeProfile(candidate: Candidate, patch: CandidatePatch, now: Date): Candidate {
  const changed = merge(candidate, patch)
  if (isDeepStrictEqual(changed, candidate)) return candidate
  const { consentExpiresAt, isSearchable } = changed
  const isProfile = !isDeepStrictEqual(changed, { ...candidate, consentExpiresAt, isSearchable })
  if (isProfile) checkSize(changed, patch, candidate)
  const moment = isProfile ? { updatedAt: now, lastActiveAt: later(now, candidate.lastActiveAt) } : {}
  return { ...changed, ...moment, version: candidate.version + 1 }
}

/** Names of the fields that differ; never their values. */
export function changedFields(before: Candidate, after: Candidate): string[] {
  const own = new Set(['version', 'updatedAt', 'lastActiveAt'])
  const names = Object.keys(after) as (keyof Candidate)[]
  return names.filter((name) => !own.has(name) && !isDeepStrictEqual(before[name], after[name]))
}

function merge(candidate: Candidate, patch: CandidatePatch): Candidate {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const merged: Candidate = { ...candidate }
  // The contract accepts "" only for what may be cleared.
  Object.assign(merged, Object.fromEntries(given.map(([name, value]) => [name, value === '' ? null : value])))
  const { expectedSalaryMin: min, expectedSalaryMax: max } = merged
  if (min !== null && max !== null && min > max) {
    throw new ApiError(
      'invalid_request',
      `expectedSalaryMin: ${min} is more than expectedSalaryMax, ${max}; change both together.`,
      { fields: [{ pointer: '/expectedSalaryMin', reason: `must not be more than ${max}` }] },
    )
  }
  return merged
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other
}

type Profile = Omit<Candidate, 'id'>

/** Throws invalid_request that names the largest field of the patch, when the profile is larger than 256 KiB. One that
 * was stored larger before the limit stays valid; it may not grow. */
function checkSize(profile: Profile, patch: CandidatePatch, before?: Profile): void {
  const bytes = jsonBytes(statedFields(profile))
  if (bytes <= MAX_PROFILE_BYTES || (before && bytes <= jsonBytes(statedFields(before)))) return
  const sizes = Object.entries(patch).map(([name, value]) => ({ name, bytes: jsonBytes(value) }))
  const { name } = sizes.toSorted((a, b) => b.bytes - a.bytes)[0]!
  throw new ApiError(
    'invalid_request',
    `${name}: the whole profile would take ${bytes} bytes as JSON, the limit is ${MAX_PROFILE_BYTES}; shorten its texts.`,
    { fields: [{ pointer: `/${name}`, reason: `makes the profile larger than ${MAX_PROFILE_BYTES} bytes` }] },
  )
}

function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))
}
