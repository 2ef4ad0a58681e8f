import { randomInt, randomUUID } from 'node:crypto'
import type { SendMail } from '@jobboard/process/mailer'
import { findPersons } from '../../person/find-persons.ts'
import type { PortalDeps } from '../../portal-deps.ts'
import type { SignInCounters } from '../counters.ts'
import { keyedHash, newToken } from '../secret.ts'
import { texts } from '../texts.ts'
import { saveMail } from './store.ts'

/** A mail that somebody asked for. */
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
  const body = texts.mail.body({ link, code, browser, askedAt })
  const mail = { id: randomUUID(), to: [address], subject: texts.mail.subject, text: body }
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
