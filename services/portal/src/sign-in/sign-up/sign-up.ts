import { randomUUID } from 'node:crypto'
import type { Sql } from '@jobboard/db/sql'
import type { SendMail } from '@jobboard/process/mailer'
import type { PortalDeps } from '../../env.ts'
import { findPersons } from '../../person/person.ts'
import { keyedHash, newToken } from '../../session/session.ts'
import type { SignInCounters } from '../sign-in.ts'

/** Links work for this long: as long as the cookie of the browser that asked. */
const LIFETIME_MS = 60 * 60_000
const MAIL_TIMEOUT_MS = 30_000

export interface AskedSignUp {
  companyName: string
  address: string
  bindingHash: Buffer
  askedAt: Date
  requestId: string
}

/** Mails a link that confirms the address, or, to who has an account, where to sign in. Throws when accounts or the mail server
 * fails: the person asks again. */
export async function sendConfirmation(
  deps: Pick<PortalDeps, 'db' | 'call' | 'env'>,
  send: SendMail,
  counters: SignInCounters,
  { companyName, address, bindingHash, askedAt, requestId }: AskedSignUp,
): Promise<void> {
  const { db, env } = deps
  const isKnown = (await findPersons(deps, address, requestId)).length > 0
  const token = newToken()
  if (!isKnown) {
    const endsAt = new Date(askedAt.getTime() + LIFETIME_MS)
    await db.sql`
      insert into sign_up (link_hash, binding_hash, company_name, email, ends_at)
      values (${linkHash(env, token)}, ${bindingHash}, ${companyName}, ${address}, ${endsAt})`
  }
  const said = isKnown
    ? [
        'You have an account already, so no other sandbox is made. Sign in with this address:',
        `${env.PORTAL_BASE_URL}/sign-in`,
      ]
    : [
        'Open this link to confirm the address and make the sandbox:',
        `${env.PORTAL_BASE_URL}/sign-up/${token}`,
        'It works once, for an hour.',
      ]
  const body = [
    `Somebody asked for a sandbox of the job board's API with this address, on ${askedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    ...said,
    'Was it not you? Then do nothing, and nothing is made.',
  ].join('\n\n')
  const mail = { id: randomUUID(), to: [address], subject: 'Your sandbox of the job board', text: body }
  await send(mail, AbortSignal.timeout(MAIL_TIMEOUT_MS))
  counters.mail('sent')
}

export interface SignUp {
  linkHash: Buffer
  bindingHash: Buffer
  /** Null: it was used. */
  companyName: string | null
  email: string | null
}

/** What a link confirms; undefined for one that has ended or never was. */
export async function findSignUp(
  { env, db }: Pick<PortalDeps, 'env' | 'db'>,
  token: string,
  now: Date,
): Promise<SignUp | undefined> {
  const [row] = await db.sql<SignUp>`
    select link_hash, binding_hash, company_name, email from sign_up
    where link_hash = ${linkHash(env, token)} and ends_at > ${now}`
  return row
}

/** Uses a link up and erases what was typed; false when another request was first. */
export async function useSignUp(sql: Sql, { linkHash }: SignUp): Promise<boolean> {
  const rows = await sql`
    update sign_up set company_name = null, email = null
    where link_hash = ${linkHash} and email is not null returning true as used`
  return rows.length > 0
}

const linkHash = (env: PortalDeps['env'], token: string) => keyedHash(env, 'sign-up', token)
