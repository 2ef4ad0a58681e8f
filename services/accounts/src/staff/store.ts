import { notFound } from '@jobboard/contracts/error'
import { fragment, type Sql, type Tx } from '@jobboard/db/sql'
import type { StaffMember } from './staff.ts'

const columns = fragment`id, name, email, role, created_at`
const members = fragment`select ${columns} from staff where removed_at is null`

/** The members of the staff, newest first (D-05). */
export function listStaff(sql: Sql): Promise<StaffMember[]> {
  return sql<StaffMember>`${members} order by created_at desc, id desc`
}

/** One member. Throws not_found, also for a removed one. */
export async function getStaff(sql: Sql, id: number): Promise<StaffMember> {
  const [member] = await sql<StaffMember>`${members} and id = ${id}`
  if (!member) throw notFound()
  return member
}

/** The member with this address, in any letter case. */
export async function findStaffByEmail(sql: Sql, email: string): Promise<StaffMember | undefined> {
  const [member] = await sql<StaffMember>`${members} and lower(email) = lower(${email})`
  return member
}

/** Number of members. Other changes of the staff wait until the end of the transaction. */
export async function lockStaff(sql: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' staff', 0))`
  const [row] = await sql<{ count: number }>`select count(*) as count from staff where removed_at is null`
  return row!.count
}

/** Stores a new member. */
export async function insertStaff(
  sql: Tx,
  { name, email, role }: Pick<StaffMember, 'name' | 'email' | 'role'>,
  now: Date,
): Promise<StaffMember> {
  const [member] = await sql<StaffMember>`
    insert into staff (name, email, role, created_at) values (${name}, ${email}, ${role}, ${now}) returning ${columns}`
  return member!
}

/** Stores the name and the role of a member. */
export async function saveStaff(sql: Tx, { id, name, role }: StaffMember): Promise<void> {
  await sql`update staff set name = ${name}, role = ${role} where id = ${id}`
}

/** Removes a member; audit rows still name the id. */
export async function removeStaff(sql: Tx, { id }: StaffMember, now: Date): Promise<void> {
  await sql`update staff set removed_at = ${now} where id = ${id}`
}
