import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { approveKey, listKeysForReview, mintCandidateKey, readKey } from '@jobboard/contracts/keys/admin'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import {
  type AnyKey,
  type CandidateKey,
  type PendingKey,
  type RecruiterKey,
  statusAt,
} from '../domain/key.ts'

type WireRecruiterKey = ResponseBody<typeof approveKey>
type WireCandidateKey = Omit<ResponseBody<typeof mintCandidateKey>, 'apiKey'>

/** A recruiter key with its status at `now`, without its text. */
export function toRecruiterKey(key: RecruiterKey, now: Date): WireRecruiterKey {
  const { scopes, userId, refusedReason } = key
  return { ...toKey(key, now), scopes, userId, ...(refusedReason !== null && { refusedReason }) }
}

/** A key that waits for a review. */
export function toPendingKey(
  key: PendingKey,
  now: Date,
): ResponseBody<typeof listKeysForReview>['items'][number] {
  const { employerId, employerName } = key
  return { ...toRecruiterKey(key, now), employerId, employerName }
}

/** A candidate key with its status at `now`, without its text. */
export function toCandidateKey(key: CandidateKey, now: Date): WireCandidateKey {
  return { ...toKey(key, now), scopes: key.scopes }
}

/** A key of either kind in its audit rows. */
export function toAuditedKey(key: AnyKey, now: Date): WireRecruiterKey | WireCandidateKey {
  return key.kind === 'recruiter' ? toRecruiterKey(key, now) : toCandidateKey(key, now)
}

/** A key of either kind and whose it is. */
export function toOwnedKey(key: AnyKey, now: Date): ResponseBody<typeof readKey> {
  return key.kind === 'recruiter'
    ? { ...toRecruiterKey(key, now), kind: key.kind, employerId: key.employerId }
    : { ...toCandidateKey(key, now), kind: key.kind, candidateId: key.candidateId }
}

/** The record that gateways authenticate by. */
export function toRecord(key: AnyKey): KeyRecord {
  return {
    id: key.id,
    kind: key.kind,
    status: key.status,
    expiresAtMs: key.expiresAt?.getTime() ?? null,
    revokedAtMs: key.revokedAt?.getTime() ?? null,
    employerId: key.kind === 'recruiter' ? key.employerId : null,
    candidateId: key.kind === 'candidate' ? key.candidateId : null,
    userId: key.kind === 'recruiter' ? key.userId : null,
    name: key.name,
    scopes: key.scopes,
    version: key.version,
  }
}

function toKey(key: AnyKey, now: Date) {
  return {
    id: key.id,
    name: key.name,
    status: statusAt(key, now),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    lastFour: key.lastFour,
    replacedBy: key.replacedBy,
  }
}
