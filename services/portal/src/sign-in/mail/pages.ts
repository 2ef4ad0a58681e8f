import { timingSafeEqual } from 'node:crypto'
import { email } from '@jobboard/contracts/text'
import { linkButton } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { html } from '@jobboard/html/html'
import { text } from '../../http/form.ts'
import type { Guest, GuestPage } from '../../http/guest.ts'
import { networkOf } from '../../http/pace.ts'
import { redirect, type View } from '../../http/page.ts'
import { browserName, keyedHash } from '../../session/session.ts'
import { finish, readPersons } from '../finish.ts'
import { CODES_PER_ADDRESS, MAILS_PER_ADDRESS, subjectOf, take, takeMail } from '../limit.ts'
import { guestForm, guestPage, linkPage, refuse } from '../pages.ts'
import { nextOf, type SignIn } from '../sign-in.ts'
import {
  codeHash,
  enterCode,
  findByLink,
  insertMailSignIn,
  type MailSignIn,
  readCode,
  sendLink,
  useMail,
} from './mail.ts'

const CODE_PATH = '/sign-in/code'
const LINK_PATH = '/sign-in/mail/:token'

export function mailPages(signIn: SignIn): GuestPage[] {
  const { deps, counters } = signIn
  const { db, env, log } = deps

  // Known and unknown addresses take the same statements and get the same bytes; the look-up comes after the response.
  async function ask(guest: Guest) {
    const { sendMail } = signIn
    const { bindingHash, now } = guest
    const address = email().safeParse(text(guest.form, 'email').toLowerCase())
    if (!sendMail || !address.success) {
      const errors = { email: 'Enter an e-mail address, such as ada@example.com.' }
      return askPage(signIn, guest, { values: guest.form, errors })
    }
    const taken = await takeMail(deps, networkOf(guest.request.ip), address.data, now)
    if (taken === 'network') return refuse(signIn, 'mails')
    const isAdmitted = taken === 'taken'
    const addressHash = subjectOf(env, MAILS_PER_ADDRESS, address.data)
    const next = nextOf(text(guest.form, 'next'))
    const id = await insertMailSignIn(db.sql, { bindingHash, addressHash, next }, now)
    if (!isAdmitted) counters.refused('address_limit')
    const browser = browserName(guest.request.headers['user-agent'] ?? '')
    const mail = { id, address: address.data, browser, askedAt: now, requestId: guest.request.id }
    guest.afterwards(() => {
      if (!isAdmitted || signIn.queue.add(() => sendLink(deps, sendMail, counters, mail))) return
      counters.mail('dropped')
      log.warn('a sign-in mail was not sent: too many wait')
    })
    return redirect(CODE_PATH)
  }

  async function enter(guest: Guest) {
    const code = readCode(text(guest.form, 'code'))
    if (!code) {
      return codePage(guest, { values: guest.form, errors: { code: 'Enter the 8 digits of the code.' } })
    }
    const mail = await enterCode(db.sql, guest.bindingHash, guest.now)
    if (!mail) return refuse(signIn, 'code')
    const address = mail.addressHash.toString('base64')
    if (!(await take(deps, CODES_PER_ADDRESS, address, guest.now))) return refuse(signIn, 'codes')
    // Null for an address that nobody has: compared all the same.
    const expected = mail.codeHash ?? Buffer.alloc(32)
    if (!timingSafeEqual(codeHash(env, mail.id, code), expected)) {
      counters.refused('code')
      const said = 'This is not the code of the newest mail. Look again, or open the link of the mail.'
      return codePage(guest, { values: {}, errors: { code: said } })
    }
    return confirm(guest, mail)
  }

  async function openLink(guest: Guest) {
    const mail = await findByLink(db.sql, keyedHash(env, 'link', guest.params.token!), guest.now)
    if (!mail) return refuse(signIn, 'link')
    if (!mail.bindingHash.equals(guest.bindingHash)) return refuse(signIn, 'elsewhere')
    return confirm(guest, mail)
  }

  async function confirm(guest: Guest, { id, persons, next }: MailSignIn) {
    const present = await readPersons(signIn, guest, persons)
    if (!(await useMail(db.sql, id, guest.now))) return refuse(signIn, 'link')
    return finish(signIn, guest, present, { signedInBy: 'email', next })
  }

  return [
    { method: 'GET', path: '/sign-in', handle: async (guest) => askPage(signIn, guest) },
    { method: 'POST', path: '/sign-in', handle: ask },
    { method: 'GET', path: CODE_PATH, handle: async (guest) => codePage(guest) },
    { method: 'POST', path: CODE_PATH, handle: enter },
    {
      method: 'GET',
      path: LINK_PATH,
      handle: async (guest) => linkPage(guest, `/sign-in/mail/${guest.params.token}`),
    },
    { method: 'POST', path: LINK_PATH, handle: openLink },
  ]
}

const nothing: Entered = { values: {}, errors: {} }

function askPage({ deps, sendMail, provider }: SignIn, guest: Guest, entered = nothing): View {
  const next = nextOf(text(guest.form, 'next') || guest.query.next)
  const label = 'E-mail address'
  const fields = [
    html`<input type="hidden" name="next" value=${next} />`,
    field(entered, {
      type: 'email',
      name: 'email',
      label,
      hint: 'The address with which your employer or the platform has registered you.',
      autocomplete: 'email',
      maxLength: 254,
      required: true,
    }),
  ]
  // A link, not a form: `form-action 'self'` forbids a form that ends at the provider.
  const href = `/sign-in/oidc?next=${encodeURIComponent(next)}`
  return guestPage({
    title: 'Sign in',
    lead: sendMail && 'We mail you a link and a code. No password is needed.',
    entered,
    labels: { email: label },
    body: [
      sendMail && guestForm(guest, '/sign-in', { label: 'Mail me a link', icon: 'mail' }, fields),
      provider &&
        html`<p>${sendMail && 'or '}${linkButton({ href, label: `Sign in with ${provider.name}`, icon: 'key' })}</p>`,
      !sendMail &&
        !provider &&
        html`<p>This portal sends no mail and has no sign-in provider. Ask its operator for a one-time link.</p>`,
      deps.env.SANDBOX === 'public' &&
        html`<p>No account? <a href="/sign-up">Try the API in a sandbox</a></p>`,
    ],
  })
}

function codePage(guest: Guest, entered = nothing): View {
  const code = field(entered, {
    type: 'text',
    name: 'code',
    label: 'Code',
    hint: '8 digits, as in the mail',
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 20,
    required: true,
  })
  return guestPage({
    title: 'Look into your mail',
    lead: 'If the address is known here, a mail is on its way. Open its link in this browser, or type the code here. Both work once, for 10 minutes.',
    entered,
    labels: { code: 'Code' },
    body: [
      guestForm(guest, CODE_PATH, { label: 'Sign in' }, code),
      html`<p class="text-body-secondary">No mail after two minutes? Look into the spam folder, then ask again; the newest code counts.</p>`,
      linkButton({ href: '/sign-in', label: 'Ask for another mail' }),
    ],
  })
}
