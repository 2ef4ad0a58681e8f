import { offsetOf, type Page, type PageRow, pageOf } from '@jobboard/db/page'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { Employer } from '../employers/employer.ts'
import { employerColumns } from '../employers/store.ts'
import type { Sandbox, SandboxRow } from './sandbox.ts'

const columns = fragment`
  number, employer_id, user_id, id, preparing_id, created_at, reset_at, resets, resets_on::text, reset_key`
// With the last use of its keys of both kinds.
const ready = fragment`
  select s.number, s.id, s.employer_id, s.user_id, s.created_at, s.reset_at, s.noticed_at, greatest(
    (select max(last_used_at) from recruiter_key where employer_id = s.id),
    (select max(last_used_at) from candidate_key where sandbox_id = s.id)) as last_used_at
  from sandbox s`

/** The sandbox of a live employer that is ready. */
export async function findSandboxOf(sql: Sql, employerId: number): Promise<Sandbox | undefined> {
  const [row] = await sql<Sandbox>`${ready} where s.employer_id = ${employerId} and s.id is not null`
  return row
}

/** The sandbox with this number that is ready. */
export async function findNumbered(sql: Sql, number: number): Promise<Sandbox | undefined> {
  const [row] = await sql<Sandbox>`${ready} where s.number = ${number} and s.id is not null`
  return row
}

/** The sandbox of a live employer that is ready; for a sandbox that somebody signed up for, itself. */
export async function findOwn(sql: Sql, employerId: number): Promise<Sandbox | undefined> {
  const [row] = await sql<Sandbox>`
    ${ready} where s.id is not null and (s.employer_id = ${employerId} or (s.id = ${employerId} and s.user_id is not null))`
  return row
}

/** The sandbox with this id, or the one that a reset has put in its place. */
export async function findSandbox(sql: Sql, id: number): Promise<Sandbox | undefined> {
  const [row] =
    await sql<Sandbox>`${ready} where s.id = ${id} or s.previous_id = ${id} order by s.id = ${id} desc limit 1`
  return row
}

/** Sandboxes that are ready, with an id above `afterId`. */
export function listSandboxesAfter(sql: Sql, afterId: number, limit: number): Promise<Sandbox[]> {
  return sql<Sandbox>`${ready} where s.id > ${afterId} order by s.id limit ${limit}`
}

/** One page of the sandboxes that are ready, newest first, and how many there are. */
export async function listSandboxPage(
  sql: Sql,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Page<Sandbox>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  const rows = await sql<PageRow<Sandbox>>`
    select counted.total, page.* from (select count(*) as total from sandbox where id is not null) counted
    left join lateral (
      ${ready} where s.id is not null order by s.created_at desc, s.id desc limit ${limit} offset ${offset}
    ) page on true
    order by page.created_at desc, page.id desc`
  return pageOf(rows, { page, pageSize })
}

/** The sandbox of a live employer, ready or not, locked. */
export async function lockSandboxOf(sql: Tx, employerId: number): Promise<SandboxRow | undefined> {
  const [row] =
    await sql<SandboxRow>`select ${columns} from sandbox where employer_id = ${employerId} for update`
  return row
}

/** The sandbox with this number, ready or not, locked. */
export async function lockNumbered(sql: Tx, number: number): Promise<SandboxRow | undefined> {
  const [row] = await sql<SandboxRow>`select ${columns} from sandbox where number = ${number} for update`
  return row
}

/** The sandbox, ready or not, that somebody with this address, in any letter case, signed up for; locked. */
export async function lockSandboxOfAddress(sql: Tx, email: string): Promise<SandboxRow | undefined> {
  const [row] = await sql<SandboxRow>`
    select ${columns} from sandbox where user_id in (
      select id from employer_user where lower(email) = lower(${email}) and removed_at is null) for update`
  return row
}

/** Whether this user signed up for the sandbox that they are a user of. */
export async function hasSignedUp(sql: Sql, userId: number): Promise<boolean> {
  return (await sql`select 1 from sandbox where user_id = ${userId}`).length > 0
}

/** Makes other calls that want one more sandbox wait until the end of the transaction. Returns how many there are. */
export async function lockCount(sql: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' sandboxes', 0))`
  const [row] = await sql<{ count: number }>`select count(*) as count from sandbox`
  return row!.count
}

/** Stores an employer that is a sandbox. */
export async function insertSandboxEmployer(
  sql: Tx,
  { name, timeZone }: { name: string; timeZone: string },
  now: Date,
): Promise<Employer> {
  const [employer] = await sql<Employer>`
    insert into employer (name, has_active_contract, is_trusted_partner, created_at, version, time_zone, credit_threshold)
    values (${name}, true, true, ${now}, 1, ${timeZone}, 0) returning ${employerColumns}`
  await sql`update employer set sandbox_id = id where id = ${employer!.id}`
  return { ...employer!, sandboxId: employer!.id }
}

/** Gives a sandbox a user for each present user of the live employer, with an address that nobody has. */
export async function insertTwins(
  sql: Tx,
  { sandboxId, employerId }: { sandboxId: number; employerId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into employer_user (employer_id, name, email, role, created_at, twin_of)
    select ${sandboxId}::integer, name, 'user-' || id || '@sandbox.invalid', role, ${now}, id
    from employer_user where employer_id = ${employerId} and removed_at is null order by id`
}

/** The user of a sandbox who stands for a live one, with name and role of today; stored when there is none. */
export async function saveTwin(
  sql: Tx,
  sandboxId: number,
  { id, name, role }: { id: number; name: string; role: string },
  now: Date,
): Promise<number> {
  const [twin] = await sql<{ id: number }>`
    insert into employer_user (employer_id, name, email, role, created_at, twin_of)
    values (${sandboxId}, ${name}, ${`user-${id}@sandbox.invalid`}, ${role}, ${now}, ${id})
    on conflict (employer_id, twin_of) where twin_of is not null
      do update set name = excluded.name, role = excluded.role, removed_at = null
    returning id`
  return twin!.id
}

/** The present user of a sandbox who stands for a live one and has the same name and role. */
export async function findTwin(
  sql: Sql,
  sandboxId: number,
  { id, name, role }: { id: number; name: string; role: string },
): Promise<number | undefined> {
  const [twin] = await sql<{ id: number }>`
    select id from employer_user where employer_id = ${sandboxId} and twin_of = ${id} and removed_at is null
      and name = ${name} and role = ${role}`
  return twin?.id
}

/** Stores that an employer becomes the first sandbox of a live one, or of a user of its own. */
export async function insertSandbox(
  sql: Tx,
  { employerId = null, userId = null, preparingId }: Partial<SandboxRow> & { preparingId: number },
  now: Date,
): Promise<SandboxRow> {
  const [row] = await sql<SandboxRow>`
    insert into sandbox (employer_id, user_id, preparing_id, preparing_since, created_at)
    values (${employerId}, ${userId}, ${preparingId}, ${now}, ${now}) returning ${columns}`
  return row!
}

/** Stores that an employer becomes the next sandbox of a row that is locked. */
export async function savePreparing(sql: Tx, number: number, preparingId: number, now: Date): Promise<void> {
  await sql`
    update sandbox set preparing_id = ${preparingId}, preparing_since = ${now} where number = ${number}`
}

/** The sandbox that was prepared is ready. */
export async function saveReady(sql: Tx, number: number, now: Date): Promise<void> {
  await sql`
    update sandbox set id = preparing_id, preparing_id = null, preparing_since = null, created_at = ${now}
    where number = ${number}`
}

/** The sandbox that was prepared takes the place of the one before. */
export async function saveReset(
  sql: Tx,
  number: number,
  { resets, resetsOn, resetKey }: Pick<SandboxRow, 'resets' | 'resetsOn' | 'resetKey'>,
  now: Date,
): Promise<void> {
  await sql`
    update sandbox set previous_id = id, id = preparing_id, preparing_id = null, preparing_since = null, reset_at = ${now},
      resets = ${resets}, resets_on = ${resetsOn}::date, reset_key = ${resetKey}
    where number = ${number}`
}

/** Moves the keys and the users of a sandbox to the one that takes its place. */
export async function moveKeysAndUsers(sql: Tx, from: number, to: number): Promise<void> {
  // Locked in order of id, like in every update of several keys: no two of them can deadlock.
  await sql`select from recruiter_key where employer_id = ${from} order by id for no key update`
  await sql`delete from mail_due where employer_id = ${from}`
  await sql`delete from mail where employer_id = ${from}`
  // One statement: the foreign keys over employer and user are checked at its end.
  await sql`
    with moved as (update employer_user set employer_id = ${to} where employer_id = ${from}),
      settings as (update mail_setting set employer_id = ${to} where employer_id = ${from})
    update recruiter_key set employer_id = ${to}, sandbox_id = ${to},
      version = case when kv_removed then version else version + 1 end,
      kv_published_version = case when kv_removed then kv_published_version else -1 end
    where employer_id = ${from}`
}

/** Revokes the keys of a sandbox, those of its candidates too. The commit wakes the publisher, by a trigger. */
export async function revokeKeys(sql: Tx, sandboxId: number, now: Date): Promise<void> {
  await sql`select from recruiter_key where employer_id = ${sandboxId} order by id for no key update`
  await sql`select from candidate_key where sandbox_id = ${sandboxId} order by id for no key update`
  await sql`
    update recruiter_key set status = 'Revoked', revoked_at = ${now}, version = version + 1, kv_published_version = -1
    where employer_id = ${sandboxId} and status <> 'Revoked'`
  await sql`
    update candidate_key set status = 'Revoked', revoked_at = ${now}, version = version + 1, kv_published_version = -1
    where sandbox_id = ${sandboxId} and status <> 'Revoked'`
}

/** Removes the users of a retired sandbox: who signed up is signed out, and the address and the name are no longer stored. */
export async function eraseUsers(sql: Tx, sandboxId: number, now: Date): Promise<void> {
  await sql`
    update employer_user set name = 'User ' || id, email = 'user-' || id || '@sandbox.invalid',
      removed_at = coalesce(removed_at, ${now})
    where employer_id = ${sandboxId}`
}

/** Sandboxes that are being prepared since before `before`. */
export function listStuck(sql: Sql, before: Date): Promise<{ number: number }[]> {
  return sql`select number from sandbox where preparing_since < ${before}`
}

/** Gives up what is being prepared since before `before`, and the row when the sandbox was never ready. Returns what was. */
export async function dropStuck(sql: Tx, number: number, before: Date): Promise<number | undefined> {
  const [stuck] = await sql<{ id: number | null; preparingId: number }>`
    select id, preparing_id from sandbox where number = ${number} and preparing_since < ${before} for update`
  if (!stuck) return undefined
  if (stuck.id === null) await deleteSandboxRow(sql, number)
  else await sql`update sandbox set preparing_id = null, preparing_since = null where number = ${number}`
  return stuck.preparingId
}

/** There is no such sandbox from now on. */
export async function deleteSandboxRow(sql: Tx, number: number): Promise<void> {
  await sql`delete from sandbox where number = ${number}`
}

/** Stores that somebody was mailed that the sandbox ends. */
export async function saveNoticed(sql: Tx, number: number, now: Date): Promise<void> {
  await sql`update sandbox set noticed_at = ${now} where number = ${number}`
}
