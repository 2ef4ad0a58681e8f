import type {
  createCandidate,
  listCandidates,
  readCandidate,
  updateCandidate,
} from '@jobboard/contracts/candidates/admin'
import type { profileChanged } from '@jobboard/contracts/candidates/events'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import { isBlank } from '@jobboard/contracts/characters'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { DataOf } from '@jobboard/contracts/event'
import { CONSENT_RENEWAL_DAYS } from '@jobboard/contracts/limits'
import type { sandboxProfileChanged } from '@jobboard/contracts/sandbox/events'

/** A candidate with every stored field. */
export interface Candidate extends Omit<Profile, 'completeness' | 'createdAt' | 'updatedAt'> {
  /** Null: the consent does not expire. */
  consentExpiresAt: Date | null
  isSearchable: boolean
  lastActiveAt: Date
  /** Grows by one with each change. */
  version: number
  createdAt: Date
  updatedAt: Date
  /** Null: live. */
  sandboxId: number | null
}

/** Fields that a candidate or the portal may change; `undefined` leaves a field unchanged. */
export type CandidatePatch = Partial<Input<typeof updateCandidate>['body']>

/** Request body of the portal to create a candidate. */
export type CandidateForm = Input<typeof createCandidate>['body']

/** The last activity of a candidate, and the version of the candidate with it. */
export interface Activity {
  candidateId: number
  lastActiveAt: Date
  version: number
  sandboxId: number | null
}

/** Weight of each section; the sum is 100. A section counts fully once any field of it is filled. */
const sections: [weight: number, isFilled: (candidate: Candidate) => boolean][] = [
  [5, ({ firstName }) => has(firstName)],
  [5, ({ lastName }) => has(lastName)],
  [5, ({ email }) => has(email)],
  [5, ({ phone }) => has(phone)],
  [5, ({ linkedInUrl, gitHubUrl, websiteUrl }) => has(linkedInUrl) || has(gitHubUrl) || has(websiteUrl)],
  [5, ({ city }) => has(city)],
  [5, ({ country }) => has(country)],
  [10, ({ headline }) => has(headline)],
  [10, ({ summary }) => has(summary)],
  [15, ({ employmentHistory }) => has(employmentHistory)],
  [10, ({ education }) => has(education)],
  [10, ({ skills }) => has(skills)],
  [4, ({ languages }) => has(languages)],
  [2, ({ careerStatus }) => has(careerStatus)],
  [2, ({ jobTypes }) => has(jobTypes)],
  [2, ({ expectedSalaryMin: min, expectedSalaryMax: max }) => min !== null || max !== null],
]

/** Completeness of a profile, 0..100 (D-37): the sum of the weights of its filled sections. Monotone, because a section
 * depends on whether it is filled, never on how much it contains. */
export function completeness(candidate: Candidate): number {
  return sections.reduce((sum, [weight, isFilled]) => sum + (isFilled(candidate) ? weight : 0), 0)
}

function has(value: string | readonly unknown[] | null): boolean {
  if (value === null) return false
  return typeof value === 'string' ? !isBlank(value) : value.length > 0
}

/** What the candidate states. */
export function statedFields<C extends Omit<Candidate, 'id'>>({
  consentExpiresAt,
  isSearchable,
  lastActiveAt,
  version,
  createdAt,
  updatedAt,
  sandboxId,
  ...fields
}: C) {
  return fields
}

/** The full profile as its candidate reads it (Spec §4.3). */
export function toProfile(candidate: Candidate): Profile {
  return {
    ...statedFields(candidate),
    completeness: completeness(candidate),
    createdAt: candidate.createdAt.toISOString(),
    updatedAt: candidate.updatedAt.toISOString(),
  }
}

/** A candidate with what only operators, an export and other services read. */
export function toRecord(candidate: Candidate): ResponseBody<typeof readCandidate> {
  return { ...toProfile(candidate), isSearchable: candidate.isSearchable, ...toDates(candidate) }
}

/** The event of a change at `now`: the full profile after it. */
export function toProfileEvent(candidate: Candidate, now: Date) {
  const { id, version } = candidate
  return { aggregateId: id, aggregateVersion: version, occurredAt: now, data: toProfileChanged(candidate) }
}

/** Data of `profile.changed`. */
export function toProfileChanged(candidate: Candidate): DataOf<typeof profileChanged> {
  return { ...toRecord(candidate), version: candidate.version }
}

/** Data of `sandbox_profile.changed`, of a candidate of a sandbox. */
export function toSandboxProfile(candidate: Candidate): DataOf<typeof sandboxProfileChanged> {
  return { ...toProfileChanged(candidate), sandboxId: candidate.sandboxId! }
}

type Summary = ResponseBody<typeof listCandidates>['items'][number]
type SummaryDates = 'consentExpiresAt' | 'lastActiveAt' | 'createdAt' | 'updatedAt'
/** The fields of a candidate in a list. */
export type CandidateSummary = Omit<Summary, SummaryDates> & Pick<Candidate, SummaryDates>

/** A candidate in a list of operators. */
export function toSummary(candidate: CandidateSummary): Summary {
  const { createdAt, updatedAt } = candidate
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return { ...candidate, ...toDates(candidate), ...dates }
}

function toDates({ consentExpiresAt, lastActiveAt }: Pick<Candidate, 'consentExpiresAt' | 'lastActiveAt'>) {
  return {
    consentExpiresAt: consentExpiresAt?.toISOString() ?? null,
    lastActiveAt: lastActiveAt.toISOString(),
  }
}

const DAY_MS = 86_400_000

type Consent = Pick<Candidate, 'consentExpiresAt'>

/** Throws consent_required when the candidate's consent to data processing has lapsed (D-32). */
export function assertConsent({ consentExpiresAt }: Consent, now: Date): void {
  if (!hasLapsed({ consentExpiresAt }, now)) return
  throw new ApiError(
    'consent_required',
    `Your consent to data processing lapsed at ${consentExpiresAt!.toISOString()}; renew it with PUT /api/v1/me/consent or in the portal.`,
  )
}

/** Renewed for 365 days from `now`; a consent that lasts longer, or has no end, stays as it is. */
export function renewed({ consentExpiresAt }: Consent, now: Date): Consent {
  const renewedUntil = new Date(now.getTime() + CONSENT_RENEWAL_DAYS * DAY_MS)
  const lastsLonger = consentExpiresAt === null || consentExpiresAt > renewedUntil
  return { consentExpiresAt: lastsLonger ? consentExpiresAt : renewedUntil }
}

/** Withdrawn at `now`; one that has lapsed before stays as it is. */
export function withdrawn({ consentExpiresAt }: Consent, now: Date): Consent {
  return { consentExpiresAt: hasLapsed({ consentExpiresAt }, now) ? consentExpiresAt : now }
}

function hasLapsed({ consentExpiresAt }: Consent, now: Date): boolean {
  return consentExpiresAt !== null && consentExpiresAt <= now
}
