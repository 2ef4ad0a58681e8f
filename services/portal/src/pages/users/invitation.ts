import { randomUUID } from 'node:crypto'
import type { PortalDeps } from '../../env.ts'
import type { Visit } from '../../http/page.ts'
import { isInSandbox } from '../../person/person.ts'
import { type Limit, take } from '../../sign-in/limit.ts'

/** What became of a mail: `none` when the portal sends none, `sandbox` where nobody is invited, `limited` when there were too many. */
export type MailOutcome = 'sent' | 'failed' | 'limited' | 'none' | 'sandbox'

const HOUR_MS = 3_600_000
// Of one employer: what another one sends must not keep its people out.
const PER_ADDRESS: Limit = { name: 'invitations to an address', max: 3, windowMs: HOUR_MS }
const PER_EMPLOYER: Limit = { name: 'invitations of an employer', max: 100, windowMs: 24 * HOUR_MS }
const TIMEOUT_MS = 5_000

export function signInAddress({ env }: Pick<PortalDeps, 'env'>): string {
  return `${env.PORTAL_BASE_URL}/sign-in`
}

/** Mails a user where to sign in: no text of another person is in it, and nothing that signs in. Waits until the mail
 * server has taken it. */
export async function sendInvitation(
  { deps, person }: Pick<Visit, 'deps' | 'person'>,
  email: string,
): Promise<MailOutcome> {
  const { log, now, sendMail } = deps
  if (person.kind !== 'user') throw new Error('a page of employers was opened by staff')
  if (isInSandbox(person)) return 'sandbox'
  if (!sendMail) return 'none'
  const counted = [
    [PER_ADDRESS, `${person.employerId} ${email.toLowerCase()}`],
    [PER_EMPLOYER, String(person.employerId)],
  ] as const
  for (const [limit, subject] of counted) {
    if (!(await take(deps, limit, subject, now()))) return 'limited'
  }
  const name = person.employerName.slice(0, 80)
  const mail = {
    id: randomUUID(),
    to: [email],
    subject: `Invitation to the hiring pages of ${name}`,
    text: [
      `An admin of ${name} has added you to its pages on the job board.`,
      'Sign in with this e-mail address; you need no password:',
      signInAddress(deps),
      'You do not know the employer? Then do nothing. Nobody can sign in with your address without reading your mail.',
    ].join('\n\n'),
  }
  try {
    await sendMail(mail, AbortSignal.timeout(TIMEOUT_MS))
    return 'sent'
  } catch (err) {
    log.warn({ err }, 'an invitation was not sent')
    return 'failed'
  }
}
