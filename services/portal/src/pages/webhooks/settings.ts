import { ApiError } from '@jobboard/contracts/error'
import {
  changeOwnSubscription,
  deleteOwnSubscription,
  disableOwnSubscription,
  getOwnSubscription,
  rotateOwnSecret,
} from '@jobboard/contracts/webhooks/own'
import { subscribableEvents, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import { notice } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { text } from '../../http/form.ts'
import { get, type Page, redirect, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { endpointScreen, type Subscription } from './endpoint.ts'
import { secretPage } from './parts.ts'

const roles = ['EmployerAdmin'] as const
const endpoint = '/webhooks/:subscriptionId'
const path = `${endpoint}/settings`
const TRIES = 5
const changed =
  'Somebody changed this endpoint meanwhile. What it is now stands below; send again to put yours in its place.'

const eventTexts: Record<WebhookEvent, string> = {
  'application.submitted': 'A candidate applied to one of your jobs, in any way.',
  'application.status_changed': 'An application moved to another status, or its candidate withdrew it.',
  'job.expired': 'A job reached its expiry date.',
  'application.erased':
    'The candidate of an application was erased: delete your copies of the personal data.',
}

/** The address and the events of an endpoint. */
export const endpointWords = {
  url: {
    type: 'url',
    label: 'Address of your server',
    hint: 'https, at a public address, on port 443 or one above 1023; no user name or password in it.',
    placeholder: 'https://hooks.example.com/job-board',
    required: true,
  },
  events: {
    type: 'checkboxes',
    label: 'Events',
    options: subscribableEvents.map((value) => ({ value, label: value, hint: eventTexts[value] })),
  },
} as const

/** The settings of an endpoint; what it is now, when somebody else has changed it meanwhile. */
async function showSettings(visit: Visit): Promise<View> {
  const { zone, now, refused } = visit
  const subscription = await visit.ask(getOwnSubscription)
  const { url, events, status, previousSecretUntil: until } = subscription
  const shown = url.length > 80 ? `${url.slice(0, 80)}…` : url
  return endpointScreen(visit, subscription, '/settings', {
    body: [
      change.panel(visit, 'Address and events', {
        values: { url, events },
        hidden: { wasUrl: url, wasEvents: events.join(' ') },
        before:
          refused?.code === 'precondition_failed' &&
          definitions({ 'Address now': userText(url), 'Events now': events.join(', ') }),
      }),
      rotate.panel(visit, 'Signing secret', {
        values: { overlap: '86400' },
        before: [
          html`<p>Make a new secret. For a time deliveries are signed with both, so your receiver works with the old one until you change it.</p>`,
          until !== null &&
            new Date(until) > now &&
            notice({
              tone: 'info',
              body: html`<span>A secret from before works too, until ${when(until, zone)}. Another rotation ends that one at once.</span>`,
            }),
        ],
      }),
      status === 'Active' &&
        disable.panel(visit, 'Disable', {
          before:
            'For a maintenance of your receiver. Deliveries are held, not lost, and sent when it is enabled.',
        }),
      remove.panel(visit, 'Delete the endpoint', {
        question: `Delete ${shown}? Deleting is final.`,
        before: 'What waits is cancelled, and the deliveries cannot be seen any more. This cannot be undone.',
      }),
    ],
  })
}

const change = command({
  path,
  roles,
  call: changeOwnSubscription,
  fields: fields(changeOwnSubscription.body, endpointWords),
  submit: { label: 'Save' },
  act: (visit, input) => changeAsShown(visit, input),
  refusals: { precondition_failed: { '': changed } },
  again: showSettings,
  done: ({ params }) =>
    redirect(
      `/webhooks/${params.subscriptionId}/settings`,
      'Saved. Deliveries that wait go to the new address.',
    ),
})

/** Changes an endpoint from what the person was shown. Throws precondition_failed when its address or events are others now. */
async function changeAsShown(
  visit: Visit,
  input: Parameters<typeof visit.ask<typeof changeOwnSubscription>>[1],
): Promise<Subscription> {
  for (let tries = 1; ; tries++) {
    const { body, headers } = await visit.asked(getOwnSubscription, {}, { isHidden: true })
    const { url, events } = body
    const isAsShown = url === text(visit.form, 'wasUrl') && events.join(' ') === text(visit.form, 'wasEvents')
    if (!isAsShown) throw new ApiError('precondition_failed', changed)
    try {
      return await visit.ask(
        changeOwnSubscription,
        input,
        headers.etag === undefined ? {} : { ifMatch: headers.etag },
      )
    } catch (error) {
      // The version has the count of failures too, so an attempt that fails changes it.
      const isOtherVersion = error instanceof ApiError && error.code === 'precondition_failed'
      if (!isOtherVersion || tries === TRIES) throw error
    }
  }
}

const overlaps = [
  { value: '0', label: 'Not any more: it has leaked' },
  { value: '3600', label: 'For 1 hour' },
  { value: '86400', label: 'For 24 hours' },
  { value: '604800', label: 'For 7 days' },
  { value: '2592000', label: 'For 30 days' },
]

const rotate = command({
  path: `${endpoint}/rotate`,
  roles,
  call: rotateOwnSecret,
  fields: fields(undefined, {
    overlap: { type: 'select', label: 'The old secret works', options: overlaps },
  }),
  body: (sent) => ({ overlapSeconds: Number(text(sent, 'overlap')) }),
  submit: { label: 'Make a new secret', icon: 'rotate' },
  confirm: {
    question: 'A receiver that only knows the old secret refuses deliveries after that time.',
    tick: 'I will put the new secret into my receiver',
  },
  check: ({ form }) =>
    overlaps.some(({ value }) => value === text(form, 'overlap'))
      ? undefined
      : { overlap: 'Choose one of the list.' },
  again: showSettings,
  async done(visit, { signingSecret: secret }) {
    const { form, zone, now } = visit
    const id = visit.params.subscriptionId!
    // Read afterwards: a form that is sent again shows the end that the first one began.
    const found = await visit.part('webhook', () => visit.ask(getOwnSubscription))
    const overlapMs = Number(text(form, 'overlap')) * 1_000
    const until = new Date(found?.previousSecretUntil ?? now.getTime() + overlapMs)
    const lead =
      until <= now
        ? 'The old secret signs nothing any more.'
        : html`<span>The old secret works until ${when(until, zone)}.</span>`
    return secretPage(visit, { title: 'The secret is replaced', lead, secret, id })
  },
})

const disable = command({
  path: `${endpoint}/disable`,
  roles,
  call: disableOwnSubscription,
  submit: { label: 'Disable', tone: 'secondary', icon: 'pause' },
  again: showSettings,
  done({ params }) {
    const said = 'The endpoint is disabled. Deliveries are held until you enable it.'
    return redirect(`/webhooks/${params.subscriptionId}`, said, 'warning')
  },
})

const remove = command({
  path: `${endpoint}/delete`,
  roles,
  call: deleteOwnSubscription,
  submit: { label: 'Delete the endpoint', tone: 'danger', icon: 'trash' },
  confirm: { question: 'Deleting is final.', tick: 'Yes, delete it for good' },
  again: showSettings,
  done: () => redirect('/webhooks', 'The endpoint is deleted, and what waited is cancelled.'),
})

export const settingsPages: Page[] = [get(path, roles, showSettings), change, rotate, disable, remove]
