import { randomUUID } from 'node:crypto'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { companyName, SANDBOX_CREDITS, SANDBOX_DAYS, SANDBOX_SEED } from '@jobboard/contracts/sandbox/sandbox'
import { email } from '@jobboard/contracts/text'
import type { Sql } from '@jobboard/db/sql'
import { linkButton } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { html } from '@jobboard/html/html'
import { number } from '@jobboard/html/values'
import { failpoint } from '@jobboard/process/failpoint'
import type { SendMail } from '@jobboard/process/mailer'
import type { PortalDeps } from '../env.ts'
import { text } from '../http/form.ts'
import type { Guest, GuestPage } from '../http/guest.ts'
import { networkOf } from '../http/pace.ts'
import { type Redirect, redirect, type View } from '../http/page.ts'
import { findPersons, makeSandbox, readPerson } from '../person/person.ts'
import { keyedHash, newToken } from '../session/session.ts'
import { begin } from './finish.ts'
import { SIGN_UPS_PER_NETWORK, take, takeMail } from './limit.ts'
import { guestForm, guestPage, refuse } from './pages.ts'
import type { SignIn, SignInCounters } from './sign-in.ts'

/** Links work for this long: as long as the cookie of the browser that asked. */
const LIFETIME_MS = 60 * 60_000
const MAIL_TIMEOUT_MS = 30_000

interface AskedSignUp {
  companyName: string
  address: string
  bindingHash: Buffer
  askedAt: Date
  requestId: string
}

/** Mails a link that confirms the address, or, to who has an account, where to sign in. Throws when accounts or the mail server
 * fails: the person asks again. */
async function sendConfirmation(
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

interface SignUp {
  linkHash: Buffer
  bindingHash: Buffer
  /** Null: it was used. */
  companyName: string | null
  email: string | null
}

/** What a link confirms; undefined for one that has ended or never was. */
async function findSignUp(
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
async function useSignUp(sql: Sql, { linkHash }: SignUp): Promise<boolean> {
  const rows = await sql`
    update sign_up set company_name = null, email = null
    where link_hash = ${linkHash} and email is not null returning true as used`
  return rows.length > 0
}

const linkHash = (env: PortalDeps['env'], token: string) => keyedHash(env, 'sign-up', token)

const PATH = '/sign-up'
const SENT_PATH = '/sign-up/sent'
const LINK_PATH = '/sign-up/:token'

/** The pages on which somebody without an account gets a sandbox; none unless SANDBOX=public. */
export function signUpPages(signIn: SignIn): GuestPage[] {
  const { deps, counters, sendMail } = signIn
  const { db, env, log } = deps
  if (env.SANDBOX !== 'public' || !sendMail) return []
  const send = sendMail

  // Known and unknown addresses take the same statements and get the same bytes; the look-up comes after the response.
  async function ask(guest: Guest) {
    const { bindingHash, now } = guest
    const name = companyName().safeParse(text(guest.form, 'companyName'))
    const address = email().safeParse(text(guest.form, 'email').toLowerCase())
    if (!name.success || !address.success) {
      const said = `Enter the name of your company, at most ${MAX_LINE_LENGTH} characters in one line.`
      const errors = {
        ...(!name.success && { companyName: said }),
        ...(!address.success && { email: 'Enter an e-mail address, such as ada@example.com.' }),
      }
      return askPage(guest, { values: guest.form, errors })
    }
    const taken = await takeMail(deps, networkOf(guest.request.ip), address.data, now)
    if (taken === 'network') return refuse(signIn, 'mails')
    if (taken === 'address') counters.refused('address_limit')
    const asked = { companyName: name.data, address: address.data, bindingHash, askedAt: now }
    const requestId = guest.request.id
    guest.afterwards(() => {
      if (taken === 'address') return
      if (signIn.queue.add(() => sendConfirmation(deps, send, counters, { ...asked, requestId }))) return
      counters.mail('dropped')
      log.warn('a mail that confirms an address was not sent: too many wait')
    })
    return redirect(SENT_PATH)
  }

  async function confirm(guest: Guest): Promise<View | Redirect> {
    const { request, now } = guest
    const signUp = await findSignUp(deps, guest.params.token!, now)
    if (!signUp) return refuse(signIn, 'signUpLink')
    const { companyName, email } = signUp
    if (companyName === null || email === null) return refuse(signIn, 'signUpUsed')
    if (!(await take(deps, SIGN_UPS_PER_NETWORK, networkOf(request.ip), now)))
      return refuse(signIn, 'signUps')
    let made: Awaited<ReturnType<typeof makeSandbox>>
    try {
      made = await makeSandbox(deps, { companyName, email }, request.id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'limit_reached') return refuse(signIn, 'signUpFull')
      if (error.code === 'invalid_state') return refuse(signIn, 'signUpOff')
      throw error
    }
    failpoint('sign-up-made')
    const person = await readPerson(deps, made, request.id)
    if (!(await useSignUp(db.sql, signUp))) return refuse(signIn, 'signUpUsed')
    if (!person) return refuse(signIn, 'unknown')
    // Who opens the link elsewhere signs in there by mail: a stranger's link signs nobody in.
    if (!signUp.bindingHash.equals(guest.bindingHash)) return madePage()
    return begin(signIn, guest, person, { signedInBy: 'email', next: '/sandbox' })
  }

  return [
    { method: 'GET', path: PATH, handle: async (guest) => askPage(guest) },
    { method: 'POST', path: PATH, handle: ask },
    { method: 'GET', path: SENT_PATH, handle: async () => sentPage() },
    { method: 'GET', path: LINK_PATH, handle: async (guest) => confirmPage(guest) },
    { method: 'POST', path: LINK_PATH, handle: confirm },
  ]
}

function askPage(guest: Guest, entered: Entered = { values: {}, errors: {} }): View {
  const labels = { companyName: 'Name of your company', email: 'E-mail address' }
  return guestPage({
    title: 'Try the API in a sandbox',
    lead: `An employer of your own to build against: the whole API and this portal, ${SANDBOX_SEED} invented candidates, ${number(SANDBOX_CREDITS)} credits of each kind. It costs nothing and reaches no real person.`,
    entered,
    labels,
    body: [
      guestForm(guest, PATH, { label: 'Mail me a link', icon: 'mail' }, [
        field(entered, {
          ...{ type: 'text', name: 'companyName', label: labels.companyName, autocomplete: 'organization' },
          ...{ maxLength: MAX_LINE_LENGTH, required: true },
        }),
        field(entered, {
          ...{ type: 'email', name: 'email', label: labels.email, autocomplete: 'email' },
          hint: 'You confirm it, and sign in with it later.',
          ...{ maxLength: 254, required: true },
        }),
      ]),
      html`<p class="text-body-secondary">It ends ${number(SANDBOX_DAYS)} days after its last call, or when you delete it, and your address with it. Mails come only to sign you in, and once before it ends.</p>`,
      linkButton({ href: '/sign-in', label: 'Back to the sign-in' }),
    ],
  })
}

const sentPage = () =>
  guestPage({
    title: 'Look into your mail',
    lead: 'A mail is on its way. Open its link in this browser within an hour.',
    body: [
      html`<p class="text-body-secondary">No mail after two minutes? Look into the spam folder, then ask again.</p>`,
      linkButton({ href: PATH, label: 'Ask for another mail' }),
    ],
  })

const confirmPage = (guest: Guest) =>
  guestPage({
    title: 'Make your sandbox',
    lead: 'One more step, so that programs that open links cannot use this one up. It takes a few seconds.',
    body: guestForm(guest, `${PATH}/${guest.params.token}`, { label: 'Make the sandbox' }),
  })

const madePage = () =>
  guestPage({
    title: 'Your sandbox is made',
    lead: 'This is not the browser where you asked for it. Sign in here with the address that you have confirmed.',
    body: linkButton({ href: '/sign-in', label: 'Sign in' }),
  })
