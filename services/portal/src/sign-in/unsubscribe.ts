import type { MailKind } from '@jobboard/contracts/employers/mails'
import { html } from '@jobboard/html/html'
import { verifyUnsubscribe } from '@jobboard/service/auth/unsubscribe-link'
import type { PortalDeps } from '../env.ts'
import type { Guest, GuestPage } from '../http/guest.ts'
import { turnOffMails } from '../person/person.ts'
import { guestForm, guestPage } from './pages.ts'

const path = '/unsubscribe/:token'
const names: Record<MailKind, string> = {
  applications: 'new applications',
  keys: 'keys',
  credits: 'credits',
  webhooks: 'disabled webhooks',
}

/** The pages of the link in each mail that ends such mails (RFC 8058): mail programs send the form without a browser, so the
 * token alone decides. Once more does no harm. */
export function unsubscribePages(deps: PortalDeps): GuestPage[] {
  const read = ({ params }: Guest) => verifyUnsubscribe(deps.env.CALLER_SECRET, params.token!)
  const broken = () =>
    guestPage({
      title: 'This link does not work',
      status: 404,
      body: html`<p>It was cut off. Open the link of the mail once more, or sign in and choose your mails under Settings.</p>`,
    })
  const show = async (guest: Guest) => {
    const found = read(guest)
    if (!found) return broken()
    return guestPage({
      title: 'End these mails',
      lead: `Press the button, and you get no more mails about ${names[found.kind]}.`,
      body: guestForm(guest, `/unsubscribe/${guest.params.token}`, { label: 'End these mails' }),
    })
  }
  const end = async (guest: Guest) => {
    const found = read(guest)
    if (!found) return broken()
    await turnOffMails(deps, found, guest.request.id)
    return guestPage({
      title: 'Done',
      body: html`<p>You get no more mails about ${names[found.kind]}. To get them again, sign in and choose them under <a href="/settings">Settings</a>.</p>`,
    })
  }
  return [
    { method: 'GET', path, isOpen: true, handle: show },
    { method: 'POST', path, isOpen: true, handle: end },
  ]
}
