import { notFound } from '@jobboard/contracts/error'
import { getOwnDelivery, getOwnSubscription, redeliverOwn } from '@jobboard/contracts/webhooks/own'
import { html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import { type Page, redirect, type View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { command } from '../../kit/command.ts'
import { screen } from '../../kit/screen.ts'
import { payload, state } from './parts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/webhooks/:subscriptionId/deliveries/:deliveryId'

/** The delivery that the address names, of the endpoint that it names. */
async function read(visit: Visit) {
  const [delivery, subscription] = await Promise.all([
    visit.ask(getOwnDelivery),
    visit.ask(getOwnSubscription),
  ])
  if (delivery.subscriptionId !== subscription.id) throw notFound()
  return { delivery, url: subscription.url, isHeld: subscription.status === 'Disabled' }
}

async function showDelivery(visit: Visit): Promise<View> {
  const { delivery, url, isHeld } = await read(visit)
  const { event, status, subscriptionId, nextAttemptAt } = delivery
  const waiting = isHeld
    ? 'The endpoint is disabled: the delivery waits until it is enabled.'
    : 'Its next attempt is due now instead of at the time above.'
  const finished = 'Starts a new series of attempts, with the same delivery id and bytes.'
  return screen(visit, {
    title: `Delivery ${event}`,
    heading: event,
    lead: html`<a href=${`/webhooks/${subscriptionId}`}>${userText(url, { lines: 1 })}</a>`,
    body: [
      state(visit, delivery, isHeld),
      again.panel(visit, 'Send again', {
        submit: { tone: status === 'Succeeded' ? 'secondary' : 'primary' },
        before: nextAttemptAt ? waiting : finished,
      }),
      payload(delivery),
    ],
  })
}

const again = command({
  path: `${path}/redeliver`,
  roles,
  call: redeliverOwn,
  submit: { label: 'Send again', icon: 'refresh' },
  async check(visit) {
    await read(visit)
    return undefined
  },
  again: showDelivery,
  async done(visit) {
    const { subscriptionId, deliveryId } = visit.params
    const { status } = await visit.ask(getOwnSubscription)
    const to = `/webhooks/${subscriptionId}/deliveries/${deliveryId}`
    if (status === 'Active') {
      const said = 'Accepted: the delivery is due now. Load this page again to see what the receiver said.'
      return redirect(to, said)
    }
    const held = 'Accepted, but the endpoint is disabled: the delivery is held until you enable it.'
    return redirect(to, held, 'warning')
  },
})

/** One delivery with what the receiver said, and sending it again. */
export const deliveryPages: Page[] = [{ method: 'GET', path, roles, handle: showDelivery }, again.page]
