import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { User, UserCount, UserOfEmployer } from './user.ts'

const columns = fragment`id, name, email, role, created_at`
// A removed user is in no list and cannot be chosen for anything.
const users = fragment`select ${columns} from employer_user where removed_at is null`
const usersOfEmployers = fragment`
  select u.id, u.name, u.email, u.role, u.created_at, employer_id, e.name as employer_name, e.time_zone,
    e.sandbox_id is not null as is_sandbox
  from employer_user u join employer e on e.id = employer_id where removed_at is null`

/** The users of an employer, newest first (D-05). */
export function listUsers(sql: Sql, employerId: number): Promise<User[]> {
  return sql<User>`${users} and employer_id = ${employerId} order by created_at desc, id desc`
}

/** The addresses of the EmployerAdmins of an employer who want mails about webhooks, each once without case, the oldest
 * users first, at most 100; none of a sandbox. */
export async function listAdminEmails(sql: Sql, employerId: number): Promise<string[]> {
  const rows = await sql<{ email: string }>`
    select email from (
      select distinct on (lower(email)) id, email from employer_user
      where employer_id = ${employerId} and role = 'EmployerAdmin' and removed_at is null
        and not exists (select from employer where id = ${employerId} and sandbox_id is not null)
        and not exists (select from mail_setting where user_id = employer_user.id and not webhooks)
      order by lower(email), id
    ) as admin
    order by id limit 100`
  return rows.map(({ email }) => email)
}

/** One user of this employer; undefined also for another employer's user. */
export async function findUser(sql: Sql, employerId: number, id: number): Promise<User | undefined> {
  const [user] = await sql<User>`${users} and employer_id = ${employerId} and id = ${id}`
  return user
}

/** One user of this employer, whose row `lockEmployer` has locked. Throws not_found, also for another employer's user. */
export async function getUser(sql: Sql, employerId: number, id: number): Promise<User> {
  return (await findUser(sql, employerId, id)) ?? raise()
}

/** One user of any employer. Throws not_found. */
export async function getUserOfAny(sql: Sql, id: number): Promise<UserOfEmployer> {
  const [user] = await sql<UserOfEmployer>`${usersOfEmployers} and u.id = ${id}`
  return user ?? raise()
}

/** The users of all live employers with this address, in any letter case, by id, and who signed up for a sandbox with it. No limit:
 * employers would share it. */
export function findUsersByEmail(sql: Sql, email: string): Promise<UserOfEmployer[]> {
  const signedUp = fragment`exists (select from sandbox where user_id = u.id and sandbox.id is not null)`
  return sql<UserOfEmployer>`
    ${usersOfEmployers} and (e.sandbox_id is null or ${signedUp}) and lower(email) = lower(${email}) order by u.id`
}

/** The oldest user of this employer with this address, in any letter case; a release before stored several. */
export async function findUserByEmail(
  sql: Sql,
  employerId: number,
  email: string,
): Promise<User | undefined> {
  const [user] = await sql<User>`
    ${users} and employer_id = ${employerId} and lower(email) = lower(${email}) order by id limit 1`
  return user
}

/** How many users an employer has and has had, in a transaction that has locked the employer. */
export async function countUsers(sql: Tx, employerId: number): Promise<UserCount> {
  const [count] = await sql<UserCount>`
    select count(*) filter (where removed_at is null)::integer as present, count(*)::integer as ever
    from employer_user where employer_id = ${employerId}`
  return count!
}

/** How many other EmployerAdmins an employer has, in a transaction that has locked the employer. */
export async function countOtherAdmins(sql: Tx, employerId: number, id: number): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::integer as count from employer_user
    where employer_id = ${employerId} and id <> ${id} and role = 'EmployerAdmin' and removed_at is null`
  return row!.count
}

/** Stores a new user of an employer. */
export async function insertUser(
  sql: Tx,
  employerId: number,
  { name, email, role }: Pick<User, 'name' | 'email' | 'role'>,
  now: Date,
): Promise<User> {
  const [user] = await sql<User>`
    insert into employer_user (employer_id, name, email, role, created_at)
    values (${employerId}, ${name}, ${email}, ${role}, ${now}) returning ${columns}`
  return user!
}

/** Stores the name and the role of a user. */
export async function saveUser(sql: Tx, { id, name, role }: User): Promise<void> {
  await sql`update employer_user set name = ${name}, role = ${role} where id = ${id}`
}

/** Removes a user; the row stays as an author. */
export async function removeUser(sql: Tx, { id }: User, now: Date): Promise<void> {
  await sql`update employer_user set removed_at = ${now} where id = ${id}`
}

function raise(): never {
  throw notFound()
}
