import { timingSafeEqual } from 'node:crypto'
import { email } from '@jobboard/contracts/text'
import type { Entered } from '../../html/field.ts'
import { text } from '../../http/form.ts'
import { redirect, type View } from '../../http/outcome.ts'
import { browserName } from '../browser-name.ts'
import { finish, readPersons } from '../finish.ts'
import type { Guest, GuestPage } from '../guest.ts'
import {
  CODES_PER_ADDRESS,
  MAILS_PER_ADDRESS,
  MAILS_PER_NETWORK,
  networkOf,
  subjectOf,
  take,
} from '../limit.ts'
import { linkPage } from '../link-page.ts'
import { nextOf } from '../next.ts'
import { refusal } from '../refusal.ts'
import { keyedHash } from '../secret.ts'
import type { SignIn } from '../sign-in.ts'
import { texts } from '../texts.ts'
import { codeHash, readCode, sendLink } from './send-link.ts'
import { enterCode, findByLink, insertMailSignIn, type MailSignIn, useMail } from './store.ts'
import { askPage, CODE_PATH, codePage } from './views.ts'

const EMPTY: Entered = { values: {}, errors: {} }

/** The pages of the sign-in by mail. */
export function mailPages(signIn: SignIn): GuestPage[] {
  const { deps, counters } = signIn
  const { db, env, log } = deps
  const hashOf = ({ binding }: Guest) => keyedHash(env, 'binding', binding)

  // Known and unknown addresses take the same statements and get the same bytes; the look-up comes after the response.
  async function ask(guest: Guest) {
    const { sendMail } = signIn
    const typed = text(guest.form, 'email')
    const address = email().safeParse(typed.toLowerCase())
    if (!sendMail || !address.success) {
      return askPage(signIn, guest, { values: guest.form, errors: { email: texts.wrongAddress } })
    }
    const network = subjectOf(env, MAILS_PER_NETWORK, networkOf(guest.request.ip))
    if (!(await take(db.sql, MAILS_PER_NETWORK, network, guest.now))) {
      counters.refused('network_limit')
      return refusal(429, texts.networkTitle, texts.networkNext)
    }
    const addressHash = subjectOf(env, MAILS_PER_ADDRESS, address.data)
    const isAdmitted = await take(db.sql, MAILS_PER_ADDRESS, addressHash, guest.now)
    const next = nextOf(text(guest.form, 'next'))
    const id = await insertMailSignIn(db.sql, { bindingHash: hashOf(guest), addressHash, next }, guest.now)
    if (!isAdmitted) counters.refused('address_limit')
    const browser = browserName(guest.request.headers['user-agent'] ?? '')
    const mail = { id, address: address.data, browser, askedAt: guest.now, requestId: guest.request.id }
    guest.afterwards(() => {
      if (!isAdmitted || signIn.queue.add(() => sendLink(deps, sendMail, counters, mail))) return
      counters.mail('dropped')
      log.warn('a sign-in mail was not sent: too many wait')
    })
    return redirect(CODE_PATH)
  }

  async function enter(guest: Guest) {
    const code = readCode(text(guest.form, 'code'))
    if (!code) return codePage(guest, { values: guest.form, errors: { code: texts.codeForm } })
    const mail = await enterCode(db.sql, hashOf(guest), guest.now)
    if (!mail) {
      counters.refused('code')
      return refusal(410, texts.codeOver, texts.codeOverNext)
    }
    const address = subjectOf(env, CODES_PER_ADDRESS, mail.addressHash.toString('base64'))
    if (!(await take(db.sql, CODES_PER_ADDRESS, address, guest.now))) {
      counters.refused('code_limit')
      return refusal(429, texts.codeLimit, texts.codeLimitNext)
    }
    // Null for an address that nobody has: compared all the same.
    const expected = mail.codeHash ?? Buffer.alloc(32)
    if (!timingSafeEqual(codeHash(env, mail.id, code), expected)) {
      counters.refused('code')
      return codePage(guest, { values: {}, errors: { code: texts.codeWrong } })
    }
    return confirm(guest, mail)
  }

  async function openLink(guest: Guest) {
    const mail = await findByLink(db.sql, keyedHash(env, 'link', guest.params.token!), guest.now)
    if (!mail) return over()
    if (!mail.bindingHash.equals(hashOf(guest))) {
      counters.refused('other_browser')
      return refusal(403, texts.elsewhere, texts.elsewhereNext)
    }
    return confirm(guest, mail)
  }

  async function confirm(guest: Guest, { id, persons, next }: MailSignIn) {
    const present = await readPersons(signIn, guest, persons)
    if (!(await useMail(db.sql, id, guest.now))) return over()
    return finish(signIn, guest, present, { signedInBy: 'email', next })
  }

  function over(): View {
    counters.refused('link')
    return refusal(410, texts.linkOver, texts.linkOverNext)
  }

  return [
    { method: 'GET', path: '/sign-in', handle: async (guest) => askPage(signIn, guest, EMPTY) },
    { method: 'POST', path: '/sign-in', handle: ask },
    { method: 'GET', path: CODE_PATH, handle: async (guest) => codePage(guest, EMPTY) },
    { method: 'POST', path: CODE_PATH, handle: enter },
    {
      method: 'GET',
      path: '/sign-in/mail/:token',
      handle: async (guest) => linkPage(guest, `/sign-in/mail/${guest.params.token}`),
    },
    { method: 'POST', path: '/sign-in/mail/:token', handle: openLink },
  ]
}
