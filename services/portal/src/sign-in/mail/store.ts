import type { Sql } from '@jobboard/db/sql'
import type { PersonId } from '../../person/person.ts'

/** A browser that asked to be signed in by mail. */
export interface MailSignIn {
  id: number
  bindingHash: Buffer
  addressHash: Buffer
  /** Null until a mail was made, and for ever for an address that nobody has. */
  codeHash: Buffer | null
  persons: PersonId[]
  next: string
}

/** Links and codes work for this long. */
const MAIL_LIFETIME_MS = 10 * 60_000
/** Codes that may be entered for one mail. */
const MAX_ENTRIES = 5

/** Stores that a browser asked, and returns the id: the same for an address that nobody has. */
export async function insertMailSignIn(
  sql: Sql,
  { bindingHash, addressHash, next }: Pick<MailSignIn, 'bindingHash' | 'addressHash' | 'next'>,
  now: Date,
): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into sign_in_mail (binding_hash, address_hash, next, ends_at)
    values (${bindingHash}, ${addressHash}, ${next}, ${new Date(now.getTime() + MAIL_LIFETIME_MS)})
    returning id`
  return row!.id
}

/** Stores what the mail says, before it is sent. */
export async function saveMail(
  sql: Sql,
  id: number,
  { linkHash, codeHash, persons }: { linkHash: Buffer; codeHash: Buffer; persons: PersonId[] },
): Promise<void> {
  await sql`
    update sign_in_mail
    set link_hash = ${linkHash}, code_hash = ${codeHash}, persons = ${JSON.stringify(persons)}::jsonb
    where id = ${id}`
}

/** Counts a code that this browser enters, before it is compared, so that concurrent ones never exceed the limit.
 * Undefined when no code works any more: the browser did not ask, or the newest mail has ended, was used, or had as many
 * codes. */
export async function enterCode(sql: Sql, bindingHash: Buffer, now: Date): Promise<MailSignIn | undefined> {
  const [row] = await sql<MailSignIn>`
    update sign_in_mail set entries = entries + 1
    where id = (select id from sign_in_mail where binding_hash = ${bindingHash} order by id desc limit 1)
      and used_at is null and ends_at > ${now} and entries < ${MAX_ENTRIES}
    returning id, binding_hash, address_hash, code_hash, persons, next`
  return row
}

/** The mail of a link that works. */
export async function findByLink(sql: Sql, linkHash: Buffer, now: Date): Promise<MailSignIn | undefined> {
  const [row] = await sql<MailSignIn>`
    select id, binding_hash, address_hash, code_hash, persons, next from sign_in_mail
    where link_hash = ${linkHash} and used_at is null and ends_at > ${now}`
  return row
}

/** Uses link and code of a mail up; false when another request was first. */
export async function useMail(sql: Sql, id: number, now: Date): Promise<boolean> {
  const rows = await sql`
    update sign_in_mail set used_at = ${now} where id = ${id} and used_at is null returning true as used`
  return rows.length > 0
}
