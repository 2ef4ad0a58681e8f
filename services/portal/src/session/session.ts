import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Db } from '@jobboard/db/db'
import type { Sql } from '@jobboard/db/sql'
import type { PortalEnv } from '../env.ts'
import { type Person, type PersonId, personSchema } from '../person/person.ts'

/** A session as its person sees it in the list. */
export interface Session {
  id: number
  person: Person
  signedInBy: SignInMethod
  userAgent: string
  createdAt: Date
  lastUsedAt: Date
}
export type SignInMethod = 'email' | 'link' | 'oidc'
/** A session with what its person wants to see. */
export type UsedSession = Session & {
  preferences: Preferences
  /** Works in the sandbox of the employer; `person` is the live one. */
  inSandbox: boolean
}

/** The sessions that one person can have; signing in again ends the one that was not used for longest. */
export const MAX_SESSIONS = 20
const MAX_USER_AGENT = 200
/** The last use is stored at most this often: a page costs no write. */
const USE_STEP_MS = 60_000

type SessionEnv = Pick<
  PortalEnv,
  'SESSION_IDLE_MINUTES' | 'SESSION_MINUTES' | 'STAFF_SESSION_IDLE_MINUTES' | 'STAFF_SESSION_MINUTES'
>
type Row = Omit<Session, 'person'> & { person: unknown }

/** Starts a session and returns its token, 256 random bits, for the cookie. Only its hash is stored. */
export async function startSession(
  db: Db,
  person: Person,
  { signedInBy, userAgent, now }: { signedInBy: SignInMethod; userAgent: string; now: Date },
): Promise<string> {
  const token = newToken()
  await db.tx(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`session ${person.kind} ${person.id}`}))`
    await sql`
      delete from session where id in (
        select id from session where person_kind = ${person.kind} and person_id = ${person.id}
        order by last_used_at desc, id desc offset ${MAX_SESSIONS - 1})`
    await sql`
      insert into session (token_hash, person_kind, person_id, person, signed_in_by, user_agent, created_at, last_used_at)
      values (${hashOf(token)}, ${person.kind}, ${person.id}, ${JSON.stringify(person)}::jsonb, ${signedInBy},
        ${userAgent.slice(0, MAX_USER_AGENT)}, ${now}, ${now})`
  })
  return token
}

/** The session of a token, unless it has ended. `isUse`: it is being used, which postpones its end. */
export async function findSession(
  sql: Sql,
  token: string,
  env: SessionEnv,
  now: Date,
  isUse = true,
): Promise<UsedSession | undefined> {
  const [row] = await sql<
    Row & { inSandbox: boolean; isCompact: boolean | null; showsCalls: boolean | null }
  >`
    select id, person, signed_in_by, user_agent, created_at, last_used_at, in_sandbox, is_compact, shows_calls
    from session left join preference using (person_kind, person_id) where token_hash = ${hashOf(token)}`
  if (!row) return undefined
  const { inSandbox, isCompact, showsCalls, ...own } = row
  const preferences = isCompact === null ? USUAL : { isCompact, showsCalls }
  const session = { ...toSession(own), preferences, inSandbox }
  if (endOf(session, env) <= now) return undefined
  if (isUse && now.getTime() - session.lastUsedAt.getTime() > USE_STEP_MS) {
    await sql`update session set last_used_at = ${now} where id = ${session.id}`
  }
  return session
}

export async function updatePerson(sql: Sql, sessionId: number, person: Person): Promise<void> {
  await sql`update session set person = ${JSON.stringify(person)}::jsonb where id = ${sessionId}`
}

/** Whether the person of a session works in the sandbox of the employer from now on. */
export async function setInSandbox(sql: Sql, sessionId: number, inSandbox: boolean): Promise<void> {
  await sql`update session set in_sandbox = ${inSandbox} where id = ${sessionId}`
}

/** The sessions of a person that have not ended, the last used first. */
export async function listSessions(
  sql: Sql,
  { kind, id }: PersonId,
  env: SessionEnv,
  now: Date,
): Promise<Session[]> {
  const rows = await sql<Row>`
    select id, person, signed_in_by, user_agent, created_at, last_used_at
    from session where person_kind = ${kind} and person_id = ${id} order by last_used_at desc, id desc`
  return rows.map(toSession).filter((session) => endOf(session, env) > now)
}

/** Ends one session of a person; without an id, all of them. Returns how many there were. */
export async function endSessions(sql: Sql, { kind, id }: PersonId, sessionId?: number): Promise<number> {
  const rows = await sql`
    delete from session
    where person_kind = ${kind} and person_id = ${id}
      and (${sessionId ?? null}::integer is null or id = ${sessionId ?? null}::integer)
    returning id`
  return rows.length
}

export async function endSessionOf(sql: Sql, token: string): Promise<void> {
  await sql`delete from session where token_hash = ${hashOf(token)}`
}

/** Ends the sessions of a person but one. Returns how many there were. */
export async function endOtherSessions(sql: Sql, { kind, id }: PersonId, sessionId: number): Promise<number> {
  const rows = await sql`
    delete from session
    where person_kind = ${kind} and person_id = ${id} and id <> ${sessionId} returning id`
  return rows.length
}

/** Deletes what has ended: the longest possible session is that of `SESSION_MINUTES`. */
export async function deleteEndedSessions(sql: Sql, env: SessionEnv, now: Date): Promise<void> {
  const longestIdle = Math.max(env.SESSION_IDLE_MINUTES, env.STAFF_SESSION_IDLE_MINUTES)
  await sql`delete from session where last_used_at < ${new Date(now.getTime() - longestIdle * 60_000)}`
}

/** When a session ends if it is not used again. */
export function endOf(
  { person, createdAt, lastUsedAt }: Pick<Session, 'person' | 'createdAt' | 'lastUsedAt'>,
  env: SessionEnv,
): Date {
  const isStaff = person.kind === 'staff'
  const idle = isStaff ? env.STAFF_SESSION_IDLE_MINUTES : env.SESSION_IDLE_MINUTES
  const longest = isStaff ? env.STAFF_SESSION_MINUTES : env.SESSION_MINUTES
  return new Date(Math.min(lastUsedAt.getTime() + idle * 60_000, createdAt.getTime() + longest * 60_000))
}

function toSession(row: Row): Session {
  return { ...row, person: personSchema.parse(row.person) }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** A random token of 256 bits, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored in place of a token, a code or an address: a hash with a key that the database does not have. `use` keeps
 * hashes of different things apart. */
export function keyedHash(
  { CALLER_SECRET }: Pick<PortalEnv, 'CALLER_SECRET'>,
  use: string,
  text: string,
): Buffer {
  return createHmac('sha256', CALLER_SECRET).update(`portal ${use}\0${text}`).digest()
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** The names of browser and system, from lists: anyone can write anything into the header, which must not reach a mail.
 * `Firefox, Linux`; '' for neither. */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1]
  return [find(browsers), find(systems)].filter((name) => name !== undefined).join(', ')
}

/** How a person wants to see the pages. */
export interface Preferences {
  /** Rows of tables have one line. */
  isCompact: boolean
  /** Pages offer their API calls; null: as usual for the role. */
  showsCalls: boolean | null
}

const USUAL: Preferences = { isCompact: false, showsCalls: null }

/** Whether pages offer their API calls: to those who integrate, others ask for it. */
export function showsCalls({ person, preferences }: { person: Person; preferences: Preferences }): boolean {
  return preferences.showsCalls ?? !['Recruiter', 'Interviewer'].includes(person.role)
}

export async function savePreferences(
  sql: Sql,
  { kind, id }: PersonId,
  { isCompact, showsCalls }: Preferences,
): Promise<void> {
  await sql`
    insert into preference (person_kind, person_id, is_compact, shows_calls)
    values (${kind}, ${id}, ${isCompact}, ${showsCalls})
    on conflict (person_kind, person_id) do update
      set is_compact = excluded.is_compact, shows_calls = excluded.shows_calls`
}

/** Forgets them, with a person who was removed. */
export async function deletePreferences(sql: Sql, { kind, id }: PersonId): Promise<void> {
  await sql`delete from preference where person_kind = ${kind} and person_id = ${id}`
}
