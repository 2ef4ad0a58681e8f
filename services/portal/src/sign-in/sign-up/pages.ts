import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { companyName, SANDBOX_CREDITS, SANDBOX_DAYS, SANDBOX_SEED } from '@jobboard/contracts/sandbox/sandbox'
import { email } from '@jobboard/contracts/text'
import { linkButton } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { html } from '@jobboard/html/html'
import { number } from '@jobboard/html/values'
import { failpoint } from '@jobboard/process/failpoint'
import { text } from '../../http/form.ts'
import type { Guest, GuestPage } from '../../http/guest.ts'
import { networkOf } from '../../http/pace.ts'
import { type Redirect, redirect, type View } from '../../http/page.ts'
import { readPerson } from '../../person/person.ts'
import { begin } from '../finish.ts'
import { SIGN_UPS_PER_NETWORK, subjectOf, take, takeMail } from '../limit.ts'
import { guestForm, guestPage, refuse } from '../pages.ts'
import type { SignIn } from '../sign-in.ts'
import { findSignUp, makeSandbox, sendConfirmation, useSignUp } from './sign-up.ts'

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
    const network = subjectOf(env, SIGN_UPS_PER_NETWORK, networkOf(request.ip))
    if (!(await take(db.sql, SIGN_UPS_PER_NETWORK, network, now))) return refuse(signIn, 'signUps')
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
