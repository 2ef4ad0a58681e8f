import type { Erased } from '@jobboard/contracts/candidates/events'
import { notFound } from '@jobboard/contracts/error'
import { KEYS_PER_DAY } from '@jobboard/contracts/limits'
import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { AnyKey, CandidateKey, NewKey, PendingKey, RecruiterKey } from './key.ts'

// The same columns for both kinds, so that they can be read as `AnyKey`.
export const recruiterKeys = fragment`
  select id, 'recruiter' as kind, employer_id, user_id, null::integer as candidate_id, name, scopes, status, expires_at,
    created_at, last_used_at, replaced_by, revoked_at, refused_reason, last_four, sandbox_id, version from recruiter_key`
export const candidateKeys = fragment`
  select id, 'candidate' as kind, null::integer as employer_id, null::integer as user_id, candidate_id, name, scopes,
    status, expires_at, created_at, last_used_at, replaced_by, revoked_at, null::text as refused_reason, last_four, sandbox_id,
    version
  from candidate_key`

export const keyTables = { recruiter: fragment`recruiter_key`, candidate: fragment`candidate_key` }

/** The keys of an employer, newest first (D-05). */
export function listRecruiterKeys(sql: Sql, employerId: number): Promise<RecruiterKey[]> {
  return sql<RecruiterKey>`
    ${recruiterKeys} where employer_id = ${employerId} order by created_at desc, id desc`
}

/** The keys of a candidate, newest first (D-05). */
export function listCandidateKeys(sql: Sql, candidateId: number): Promise<CandidateKey[]> {
  return sql<CandidateKey>`
    ${candidateKeys} where candidate_id = ${candidateId} order by created_at desc, id desc`
}

/** One page of the keys that wait for a review at `now`, the oldest first, and how many there are, in one statement. */
export async function listPendingKeys(
  sql: Sql,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<Page<PendingKey>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const isPending = fragment`status = 'PendingApproval' and (expires_at is null or expires_at > ${now})`
  const rows = await sql<PageRow<PendingKey>>`
    select counted.total, page.*, e.name as employer_name
    from (select count(*) as total from recruiter_key where ${isPending}) counted
    left join lateral (
      ${recruiterKeys} where ${isPending} order by created_at, id limit ${limit} offset ${offset}
    ) page on true
    left join employer e on e.id = page.employer_id
    order by page.created_at, page.id`
  return pageOf(rows, { page, pageSize })
}

/** One key of either kind; ids are unique over both tables. Throws not_found. */
export async function getKey(sql: Sql, id: number): Promise<AnyKey> {
  return one(await sql<AnyKey>`${recruiterKeys} where id = ${id} union all ${candidateKeys} where id = ${id}`)
}

/** What names the owner of a key. */
type KeyOwner = Pick<RecruiterKey, 'kind' | 'employerId'> | Pick<CandidateKey, 'kind' | 'candidateId'>

/** A key with the SHA-256 of its text in hex. */
export type HashedKey = AnyKey & { hash: string }

/** The keys of either kind with these hashes. */
export function findKeysByHash(sql: Sql, hashes: string[]): Promise<HashedKey[]> {
  return sql<HashedKey>`
    select k.*, hash from (${recruiterKeys}) k join recruiter_key using (id) where hash = any(${hashes})
    union all
    select k.*, hash from (${candidateKeys}) k join candidate_key using (id) where hash = any(${hashes})`
}

/** One recruiter key, locked until the end of the transaction. Throws not_found. */
export async function lockRecruiterKey(sql: Tx, id: number): Promise<RecruiterKey> {
  return one(await sql<RecruiterKey>`${recruiterKeys} where id = ${id} for update`)
}

/** The keys of a user that are not revoked, locked, by id. */
export function lockKeysOfUser(sql: Tx, employerId: number, userId: number): Promise<RecruiterKey[]> {
  return sql<RecruiterKey>`
    ${recruiterKeys} where employer_id = ${employerId} and user_id = ${userId} and status <> 'Revoked'
    order by id for update`
}

/** One key of either kind, locked; ids are unique over both tables. Throws not_found. */
export async function lockKey(sql: Tx, id: number): Promise<AnyKey> {
  const [key] = await sql<AnyKey>`${recruiterKeys} where id = ${id} for update`
  return key ?? one(await sql<AnyKey>`${candidateKeys} where id = ${id} for update`)
}

/** Makes other requests that mint the key with this hash wait until the end of the transaction. */
export async function lockHash(sql: Tx, hash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${`key ${hash}`}, 0))`
}

/** The SHA-256 of the text of a key, in hex. */
export async function findHash(sql: Sql, { kind, id }: AnyKey): Promise<string> {
  const [row] = await sql<{ hash: string }>`select hash from ${keyTables[kind]} where id = ${id}`
  return row!.hash
}

/** How many keys of an owner were made since 00:00 UTC, counted up to the most that may be. Other calls for the same owner wait
 * until the end of the transaction. */
export async function lockKeysOfDay(sql: Tx, key: KeyOwner, now: Date): Promise<number> {
  const { kind } = key
  const owner = key.kind === 'recruiter' ? key.employerId : key.candidateId
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ${`keys ${kind} ${owner}`}, 0))`
  const ofOwner = kind === 'recruiter' ? fragment`employer_id = ${owner}` : fragment`candidate_id = ${owner}`
  const [row] = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select created_at from ${keyTables[kind]} where ${ofOwner} order by id desc limit ${KEYS_PER_DAY}
    ) as newest where created_at >= date_trunc('day', ${now}::timestamptz, 'UTC')`
  return row!.count
}

/** Stores a new key under the SHA-256 of its text in hex. The commit wakes the publisher, by a trigger. */
export async function insertKey<K extends AnyKey>(sql: Tx, key: NewKey<K>, hash: string): Promise<K> {
  const { name, scopes, status, expiresAt, createdAt, lastFour, sandboxId } = key
  const fields = fragment`${name}, ${scopes}, ${hash}, ${status}, ${expiresAt}, ${createdAt}, ${lastFour}, ${sandboxId}, 1`
  const [row] = isRecruiterKey(key)
    ? await sql<{ id: number }>`
        insert into recruiter_key (employer_id, user_id, name, scopes, hash, status, expires_at, created_at, last_four,
          sandbox_id, version)
        values (${key.employerId}, ${key.userId}, ${fields}) returning id`
    : await sql<{ id: number }>`
        insert into candidate_key (candidate_id, name, scopes, hash, status, expires_at, created_at, last_four,
          sandbox_id, version)
        values (${(key as NewKey<CandidateKey>).candidateId}, ${fields}) returning id`
  return {
    ...key,
    id: row!.id,
    lastUsedAt: null,
    replacedBy: null,
    revokedAt: null,
    refusedReason: null,
    version: 1,
  } as unknown as K
}

/** Stores a key that this transaction has locked. The commit wakes the publisher, by a trigger. */
export async function saveKey(sql: Tx, key: AnyKey): Promise<void> {
  const ofRecruiter =
    key.kind === 'recruiter'
      ? fragment`refused_reason = ${key.refusedReason}, user_id = ${key.userId},`
      : fragment``
  await sql`
    update ${keyTables[key.kind]} set ${ofRecruiter} status = ${key.status}, expires_at = ${key.expiresAt}, replaced_by = ${key.replacedBy},
      revoked_at = ${key.revokedAt}, version = ${key.version}, kv_published_version = -1, kv_removed = false
    where id = ${key.id}`
}

function isRecruiterKey(key: NewKey<AnyKey>): key is NewKey<RecruiterKey> {
  return key.kind === 'recruiter'
}

function one<T>(rows: T[]): T {
  if (!rows[0]) throw notFound()
  return rows[0]
}

const ERASED_KEY_NAME = 'Erased'

const NAME = JSON.stringify({ name: ERASED_KEY_NAME })

/** Revokes the candidate's keys and erases their names, in audit rows too. The commit wakes the publisher, by a trigger. */
export async function eraseKeys(sql: Tx, { candidateId }: Erased, now: Date): Promise<void> {
  // Locked in order of id, like in every update of several keys: no two of them can deadlock.
  await sql`select 1 from candidate_key where candidate_id = ${candidateId} order by id for no key update`
  // A record that has left the bucket is not put into it again.
  await sql`
    update candidate_key set name = ${ERASED_KEY_NAME}
    where candidate_id = ${candidateId} and kv_removed and name <> ${ERASED_KEY_NAME}`
  await sql`
    update candidate_key set name = ${ERASED_KEY_NAME}, status = 'Revoked', revoked_at = coalesce(revoked_at, ${now}),
      version = version + 1, kv_published_version = -1
    where candidate_id = ${candidateId} and not kv_removed
      and (name <> ${ERASED_KEY_NAME} or status <> 'Revoked')`
  // The row of a rotation also has the name of the successor.
  await sql`
    update audit set before = case when before ? 'name' then before || ${NAME}::jsonb else before end,
      after = case when after ? 'name'
        then jsonb_set(after || ${NAME}::jsonb, '{replacedBy,name}', ${JSON.stringify(ERASED_KEY_NAME)}::jsonb, false)
        else after end
    where object in (select 'api-key ' || id from candidate_key where candidate_id = ${candidateId})
      and (before ->> 'name' <> ${ERASED_KEY_NAME} or after ->> 'name' <> ${ERASED_KEY_NAME}
        or after #>> '{replacedBy,name}' <> ${ERASED_KEY_NAME})`
  await sql`delete from key_usage where key_id in (select id from candidate_key where candidate_id = ${candidateId})`
}

/** Calls of one key, UTC day and limit family, by the class of their status. */
export interface KeyCalls {
  keyId: number
  /** YYYY-MM-DD, business clock. */
  date: string
  family: string
  ok: number
  clientErrors: number
  rateLimited: number
  serverErrors: number
}

/** Adds calls to those that were counted before. */
export async function addKeyUsage(sql: Tx, calls: KeyCalls[]): Promise<void> {
  if (calls.length === 0) return
  // In order of the primary key: two reports with the same keys cannot deadlock.
  await sql`
    insert into key_usage
    select key_id, day::date, family, sum(ok), sum(client_errors), sum(rate_limited), sum(server_errors)
    from jsonb_to_recordset(${JSON.stringify(calls.map(toRow))}) as given (key_id integer, day text, family text,
      ok integer, client_errors integer, rate_limited integer, server_errors integer)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (key_id, day, family) do update set ok = key_usage.ok + excluded.ok,
      client_errors = key_usage.client_errors + excluded.client_errors,
      rate_limited = key_usage.rate_limited + excluded.rate_limited,
      server_errors = key_usage.server_errors + excluded.server_errors`
}

/** The calls of a key on the day of `since` and later, newest day first. */
export function listKeyUsage(sql: Sql, keyId: number, since: Date): Promise<Omit<KeyCalls, 'keyId'>[]> {
  return sql<Omit<KeyCalls, 'keyId'>>`
    select day::text as date, family, ok, client_errors, rate_limited, server_errors from key_usage
    where key_id = ${keyId} and day >= ${dayOf(since)}::date order by day desc, family collate "C"`
}

/** Deletes up to `limit` rows of days before that of `before`. */
export function deleteOldKeyUsage(sql: Sql, before: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from key_usage where ctid = any(array(
      select ctid from key_usage where day < ${dayOf(before)}::date order by day limit ${limit} for update skip locked))
    returning 1`
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function toRow({ keyId, date, family, ok, clientErrors, rateLimited, serverErrors }: KeyCalls) {
  return {
    ...{ key_id: keyId, day: date, family, ok },
    ...{ client_errors: clientErrors, rate_limited: rateLimited, server_errors: serverErrors },
  }
}

/** When a key was used: milliseconds since 1970, business clock. */
export interface KeyUse {
  keyId: number
  usedAtMs: number
}

/** Moves the last use of these keys forward, never back (D-18); unknown ids are ignored. Leaves versions
 * unchanged, so that nothing is published to gateways. */
export async function saveKeyUses(sql: Sql, kind: 'recruiter' | 'candidate', uses: KeyUse[]): Promise<void> {
  if (uses.length === 0) return
  const table = keyTables[kind]
  const ids = uses.map(({ keyId }) => keyId)
  const times = uses.map(({ usedAtMs }) => usedAtMs)
  // Locked in order of id: two batches with the same keys cannot deadlock.
  await sql`
    with use as (
      select key_id, to_timestamp(max(used_at_ms) / 1000) as used_at
      from unnest(${ids}::integer[], ${times}::float8[]) as given (key_id, used_at_ms) group by key_id
    ), locked as (
      select id, used_at from ${table} join use on use.key_id = id
      where last_used_at is null or last_used_at < used_at
      order by id for no key update of ${table}
    )
    update ${table} set last_used_at = greatest(last_used_at, locked.used_at)
    from locked where ${table}.id = locked.id`
}
