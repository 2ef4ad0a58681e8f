import { linkButton, pageHead } from '@jobboard/html/blocks'
import { type Entered, errorSummary, titleOf } from '@jobboard/html/field'
import { form, type Submit } from '@jobboard/html/form'
import { type Child, html } from '@jobboard/html/html'
import type { Guest } from '../http/guest.ts'
import type { View } from '../http/page.ts'
import type { Refusal, SignIn } from './sign-in.ts'

/** A page before the sign-in; with what is wrong with its form 422. */
export function guestPage({
  title,
  lead,
  body,
  entered = { values: {}, errors: {} },
  labels = {},
  status = Object.keys(entered.errors).length > 0 ? 422 : 200,
}: {
  title: string
  lead?: Child
  body: Child
  entered?: Entered | undefined
  labels?: Record<string, string>
  status?: number
}): View {
  return {
    kind: 'view',
    title: titleOf(title, entered),
    status,
    body: html`<section class="card">
      <div class="card-body vstack gap-4">${pageHead({ title, lead })}${errorSummary(entered, labels)}${body}</div>
    </section>`,
  }
}

export function guestForm({ csrf }: Guest, action: string, submit: Submit, body?: Child) {
  return form({ action, csrf, operation: '', submit, body })
}

/** The page of a link: a button alone. Programs open the links of mails, so opening one changes and shows nothing. */
export function linkPage(guest: Guest, action: string): View {
  return guestPage({
    title: 'Sign in to the portal',
    lead: 'One more step, so that programs that open links cannot use this one up.',
    body: guestForm(guest, action, { label: 'Sign in' }),
  })
}

const unknownTitle = 'You cannot sign in'
const unknownNext =
  'Nobody here has this account any more. Ask an admin of your employer, or the operator of the platform.'
/** What is counted, the status, what the page says, and what to do. */
const refusals = {
  mails: [
    'network_limit',
    429,
    'Too many mails from here',
    'Too many links were asked for from your network. Wait 15 minutes and try again.',
  ],
  attempts: [
    'network_limit',
    429,
    'Too many mails from here',
    'Too many sign-ins were begun from your network. Wait 15 minutes and try again.',
  ],
  code: [
    'code',
    410,
    'No code works any more',
    'It was used, 10 minutes are over, or 5 codes were entered. Ask for another mail.',
  ],
  codes: [
    'code_limit',
    429,
    'Too many codes',
    'Too many codes were entered for this address within an hour. Open the link of the mail instead, or wait.',
  ],
  link: [
    'link',
    410,
    'This link does not work any more',
    'It was used before, has ended or was cut off. Ask for another one.',
  ],
  elsewhere: [
    'other_browser',
    403,
    'Open the link in the browser where you asked for it',
    'This is another browser, so the link was not used up. Open it where you asked, or type the code of the mail there.',
  ],
  unknown: ['unknown_person', 410, unknownTitle, unknownNext],
  otherAccount: ['provider', 403, unknownTitle, unknownNext],
  providerDown: [
    'provider',
    503,
    '{provider} cannot be reached',
    'Try again in a minute, or sign in with a mail if that is offered.',
  ],
  providerRefused: [
    'provider',
    403,
    '{provider} did not sign you in',
    'The sign-in was cancelled there, took longer than 10 minutes or was begun in another browser. Try again.',
  ],
  providerUnknown: [
    'provider',
    403,
    unknownTitle,
    'Nobody here has the address of this account, or {provider} does not confirm it. Ask for the address with which you are registered, or sign in with a mail.',
  ],
  signUpLink: [
    'link',
    410,
    'This link does not work any more',
    'It has ended after an hour, or was cut off. Ask for another one under "Try the API in a sandbox".',
  ],
  signUpUsed: [
    'link',
    410,
    'This link was used',
    'Your sandbox is made. Sign in with the address that you have confirmed.',
  ],
  signUps: [
    'network_limit',
    429,
    'Too many sandboxes from here',
    'As many sandboxes as a network may make within a day were made from yours. Ask for another link tomorrow.',
  ],
  signUpFull: [
    'sandbox_limit',
    409,
    'No sandbox is free',
    'This installation has as many sandboxes as it may have. Ask its operator to delete one that nobody uses; your link works until an hour after it was mailed.',
  ],
  signUpOff: [
    'sandbox_limit',
    409,
    'Nobody signs up here now',
    'The operator of this installation has ended the sign-up. Ask them for a sandbox.',
  ],
} satisfies Record<string, [Refusal, number, string, string]>

/** Counts that nobody was signed in: the page says why, and what to do. */
export function refuse({ counters, provider }: SignIn, why: keyof typeof refusals): View {
  const [reason, status, ...said] = refusals[why]
  counters.refused(reason)
  const [title, next] = said.map((text) => text.replace('{provider}', () => provider?.name ?? ''))
  const back = linkButton({ href: '/sign-in', label: 'Back to the sign-in' })
  return guestPage({ title: title!, status, body: html`<div><p>${next}</p>${back}</div>` })
}
