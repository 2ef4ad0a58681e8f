import type { Profile } from '@jobboard/contracts/candidates/profile'
import { notFound } from '@jobboard/contracts/error'
import { countryNumber } from '@jobboard/contracts/iso-codes'
import { ACTIVITY_STEP_SECONDS } from '@jobboard/contracts/limits'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import { candidatesOf } from '../documents/tokeniser-store.ts'
import { recordPending } from '../index/pending-store.ts'

/** A profile as published by the candidate service. */
export interface ProfileSnapshot {
  profile: Profile
  isSearchable: boolean
  /** Null: the consent does not end. Events of older releases do not say; what is stored then stays. */
  consentExpiresAt?: string | null | undefined
  lastActiveAt: string
  version: number
}

/** Saves a profile unless the stored version is as new; of one that is not searchable only version and last activity.
 * False when it is not newer. */
export async function saveCandidate(
  sql: Tx,
  { profile, isSearchable, consentExpiresAt, lastActiveAt, version }: ProfileSnapshot,
): Promise<boolean> {
  const isConsentKnown = consentExpiresAt !== undefined
  const country = searchedCountry({ profile, isSearchable })
  const saved = await sql`
    with changed as (
    insert into candidate (id, version, is_searchable, last_active_at, country_number, profile, consent_expires_at)
    select ${profile.id}, ${version}::int, ${isSearchable}::boolean, ${lastActiveAt}::timestamptz, ${country}::int,
      ${isSearchable ? JSON.stringify(profile) : null}::jsonb, ${consentExpiresAt ?? null}::timestamptz
    where not exists (select from candidate where id = ${profile.id} and version >= ${version}::int)
    on conflict (id) do update set version = excluded.version, is_searchable = excluded.is_searchable,
      last_active_at = greatest(candidate.last_active_at, excluded.last_active_at), country_number = excluded.country_number, profile = excluded.profile,
      consent_expires_at = case when ${isConsentKnown}::boolean then excluded.consent_expires_at
        else candidate.consent_expires_at end
    where candidate.version < excluded.version
    returning id
    ), pending as (${recordPending})
    select 1 from changed`
  return saved.length === 1
}

/** The number of the country that a search filters by. */
export function searchedCountry({
  profile,
  isSearchable,
}: Pick<ProfileSnapshot, 'profile' | 'isSearchable'>): number | null {
  return isSearchable && profile.country ? (countryNumber(profile.country) ?? null) : null
}

/** Whether the copy has this version or a newer one. */
export async function hasCandidate(sql: Sql, id: number, version: number): Promise<boolean> {
  const rows = await sql`select 1 from candidate where id = ${id} and version >= ${version}`
  return rows.length > 0
}

/** Locks a candidate whose copy has exactly this version: documents of a candidate are written one after another. */
export async function lockCandidateAt(sql: Tx, id: number, version: number): Promise<boolean> {
  const rows = await sql`select 1 from candidate where id = ${id} and version = ${version} for no key update`
  return rows.length > 0
}

/** A stored copy of a profile. */
export interface StoredProfile {
  id: number
  version: number
  profile: Profile
}

/** The document of the largest profile takes a third of a second to make, with its candidate locked. */
export const CANDIDATES_PER_BATCH = 25

/** Locks the next searchable candidates, in the order of their ids. */
export function lockSearchableAfter(sql: Tx, afterId: number) {
  return sql<StoredProfile>`
    select id, version, profile from candidate where id > ${afterId} and is_searchable
    order by id limit ${CANDIDATES_PER_BATCH} for no key update`
}

/** Moves the last activity forward when it is 10 minutes later. Of a candidate whose profile was not received yet
 * only the activity is stored. */
export async function saveLastActive(sql: Tx, candidateId: number, lastActiveAt: string): Promise<void> {
  await sql`
    with moved as (
      insert into candidate (id, version, is_searchable, last_active_at)
      values (${candidateId}, 0, false, ${lastActiveAt})
      on conflict (id) do update set last_active_at = excluded.last_active_at
      where ${isStepAfter(fragment`candidate.last_active_at`, fragment`excluded.last_active_at`)}
      returning id, is_searchable
    ), changed as (select id from moved where is_searchable)
    ${recordPending}`
}

/** Moves the last activity of a stored copy forward when it is 10 minutes later, and corrects the consent of the same
 * version. A copy that has both is neither written nor locked. */
export async function refreshCandidate(
  sql: Tx,
  candidateId: number,
  { consentExpiresAt, lastActiveAt, version }: Omit<ProfileSnapshot, 'profile' | 'isSearchable'>,
): Promise<void> {
  const isSame = fragment`(version = ${version} and ${consentExpiresAt !== undefined}::boolean)`
  const expiresAt = consentExpiresAt ?? null
  await sql`
    with changed as (
      update candidate set last_active_at = greatest(last_active_at, ${lastActiveAt}::timestamptz),
        consent_expires_at = case when ${isSame} then ${expiresAt}::timestamptz else consent_expires_at end
      where id = ${candidateId} and (${isStepAfter(fragment`last_active_at`, fragment`${lastActiveAt}::timestamptz`)}
        or (${isSame} and consent_expires_at is distinct from ${expiresAt}::timestamptz))
      returning id
    ) ${recordPending}`
}

type Part = ReturnType<typeof fragment>

function isStepAfter(stored: Part, received: Part) {
  return fragment`${stored} <= ${received} - make_interval(secs => ${ACTIVITY_STEP_SECONDS})`
}

/** A candidate who may be found: searchable, and with a consent that has not lapsed at `now`. */
export function isVisible(now: Date) {
  return fragment`is_searchable and (consent_expires_at is null or consent_expires_at > ${now}::timestamptz)`
}

/** A candidate with what decides whether the profile may be read. */
interface VisibleCandidate {
  profile: Profile
  lastActiveAt: Date
  consentExpiresAt: Date | null
}

/** A candidate as a caller of this sandbox, or a live one, names it. */
export interface CandidateOf {
  id: number
  sandboxId: number | undefined
}

/** A visible candidate. Throws not_found; unknown, erased, hidden and lapsed candidates, and those of another sandbox, are
 * indistinguishable (D-45). */
export function getVisibleCandidate(sql: Sql, of: CandidateOf, now: Date): Promise<VisibleCandidate> {
  return readVisible(sql, of, now, fragment``)
}

/** A visible candidate who stays so until this transaction ends. Throws not_found. */
export function lockVisibleCandidate(sql: Tx, of: CandidateOf, now: Date): Promise<VisibleCandidate> {
  // A share lock: concurrent unlocks don't wait for each other, an event that hides the candidate waits for them.
  return readVisible(sql, of, now, fragment`for share`)
}

async function readVisible(sql: Sql, { id, sandboxId }: CandidateOf, now: Date, lock: Part) {
  const [candidate] = await sql<VisibleCandidate>`
    select profile, last_active_at, consent_expires_at from ${candidatesOf(sandboxId)} where id = ${id} and ${isVisible(now)} ${lock}`
  if (!candidate) throw notFound()
  return candidate
}
