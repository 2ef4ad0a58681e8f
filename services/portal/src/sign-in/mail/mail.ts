import { randomInt, randomUUID } from 'node:crypto'
import type { Sql } from '@jobboard/db/sql'
import type { SendMail } from '@jobboard/process/mailer'
import type { PortalDeps } from '../../env.ts'
import { findPersons, type PersonId } from '../../person/person.ts'
import { keyedHash, newToken } from '../../session/session.ts'
import type { SignInCounters } from '../sign-in.ts'

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

async function saveMail(
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

export interface AskedMail {
  id: number
  address: string
  /** Of the browser that asked; '' when it is not known. */
  browser: string
  askedAt: Date
  requestId: string
}

const CODE_DIGITS = 8
const MAIL_TIMEOUT_MS = 30_000

/** Looks the address up and mails a link and a code to those who have it. Throws when accounts or the mail server fails:
 * the person asks again. */
export async function sendLink(
  deps: Pick<PortalDeps, 'db' | 'call' | 'env'>,
  send: SendMail,
  counters: SignInCounters,
  { id, address, browser, askedAt, requestId }: AskedMail,
): Promise<void> {
  const persons = await findPersons(deps, address, requestId)
  const { db, env } = deps
  if (persons.length === 0) return counters.mail('unaddressed')
  const token = newToken()
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  await saveMail(db.sql, id, {
    linkHash: keyedHash(env, 'link', token),
    codeHash: codeHash(env, id, code),
    persons,
  })
  const link = `${env.PORTAL_BASE_URL}/sign-in/mail/${token}`
  const time = askedAt.toISOString().slice(0, 16).replace('T', ' ')
  const body = [
    `Somebody asked to sign in to the job board with this address, on ${time} UTC${browser && `, with ${browser}`}.`,
    'Open this link in the same browser:',
    link,
    `Or type this code where you asked: ${code.slice(0, 4)} ${code.slice(4)}`,
    'Both work once, for 10 minutes.',
    'Was it not you? Then do nothing: without this mail nobody can sign in. Do not pass the link or the code on; nobody from the job board asks for them. If such mails go on, tell an admin of your employer.',
  ].join('\n\n')
  const mail = { id: randomUUID(), to: [address], subject: 'Your link to sign in', text: body }
  await send(mail, AbortSignal.timeout(MAIL_TIMEOUT_MS))
  counters.mail('sent')
}

/** What is stored of the code of a mail. */
export function codeHash(env: Parameters<typeof keyedHash>[0], id: number, code: string): Buffer {
  return keyedHash(env, 'code', `${id} ${code}`)
}

/** The code without the blanks and hyphens that people type; undefined for anything but 8 digits. */
export function readCode(typed: string): string | undefined {
  const digits = typed.slice(0, 40).replace(/[\s-]/g, '')
  return digits.length === CODE_DIGITS && [...digits].every((digit) => digit >= '0' && digit <= '9')
    ? digits
    : undefined
}
