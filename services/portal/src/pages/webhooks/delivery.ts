import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound } from '@jobboard/contracts/error'
import { getOwnDelivery, getOwnSubscription, redeliverOwn } from '@jobboard/contracts/webhooks/own'
import { badge, empty, pageHead, panel } from '../../html/blocks.ts'
import { copyable as copyableText } from '../../html/copy.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, number, userText, when } from '../../html/values.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { verdictOf } from './failure.ts'
import type { Subscription } from './head.ts'
import { deliveryBadge, duration, nextOf } from './shown.ts'
import { texts } from './texts.ts'

const roles = ['EmployerAdmin'] as const
const path = '/webhooks/:subscriptionId/deliveries/:deliveryId'
type Delivery = ResponseBody<typeof getOwnDelivery>
/** The first retry comes after a minute. */
const SOON_MS = 120_000

/** One delivery with what the receiver said, and sending it again. */
export const deliveryPages: Page[] = [
  {
    method: 'GET',
    path,
    roles,
    async handle(visit) {
      const { delivery, subscription } = await read(visit)
      const body = html`<div class="jb-stack">
        ${pageHead({
          title: delivery.event,
          lead: html`<a href=${`/webhooks/${subscription.id}`}>${userText(subscription.url, { lines: 1 })}</a>`,
        })}
        ${state(visit, delivery, { isHeld: subscription.status === 'Disabled' })}
        ${again(visit, delivery, subscription)}
        ${payload(delivery)}
      </div>`
      return view({ title: `${texts.delivery} ${delivery.event}`, body, scripts: ['refresh.js'] })
    },
  },
  {
    method: 'POST',
    path: `${path}/redeliver`,
    roles,
    async handle(visit) {
      const { delivery, subscription } = await read(visit)
      const { operation } = visit
      await visit.ask(redeliverOwn, { params: { deliveryId: delivery.id } }, { operation })
      const to = `/webhooks/${subscription.id}/deliveries/${delivery.id}`
      return subscription.status === 'Disabled'
        ? redirect(to, texts.sentAgainHeld, 'warning')
        : redirect(to, texts.sentAgain)
    },
  },
]

/** The delivery that the address names, of the endpoint that it names. */
async function read(visit: Visit) {
  const { subscriptionId, deliveryId } = visit.params
  const [delivery, subscription] = await Promise.all([
    visit.ask(getOwnDelivery, { params: { deliveryId: deliveryId! } }),
    visit.ask(getOwnSubscription, { params: { subscriptionId: subscriptionId! } }),
  ])
  if (delivery.subscriptionId !== subscription.id) throw notFound()
  return { delivery, subscription }
}

/** What became of a delivery until now. A script loads it again while an attempt is near. */
export function state(visit: Visit, delivery: Delivery, { isHeld }: { isHeld: boolean }): Html {
  const { id, eventId, event, createdAt, nextAttemptAt } = delivery
  const { zone, now } = visit
  const isSoon = nextAttemptAt !== null && Date.parse(nextAttemptAt) - now.getTime() < SOON_MS
  const next = nextAttemptAt && {
    term: texts.terms.next,
    value: isHeld ? texts.onEnable : nextOf(nextAttemptAt, visit, when(nextAttemptAt, zone)),
  }
  return html`<div id="delivery" class="jb-stack" data-refresh=${isSoon && !isHeld ? texts.attempted : undefined}>
    ${panel({
      title: texts.delivery,
      body: definitions([
        { term: texts.deliveryColumns.status, value: deliveryBadge(delivery) },
        { term: texts.terms.event, value: event },
        { term: texts.terms.created, value: when(createdAt, zone) },
        ...(next ? [next] : []),
        { term: texts.terms.eventId, value: html`<code>${eventId}</code>` },
        { term: texts.terms.deliveryId, value: html`<code>${id}</code>` },
      ]),
    })}
    ${attempts(visit, delivery)}
  </div>`
}

function again({ csrf, deps }: Visit, delivery: Delivery, { id, status }: Subscription): Html {
  const { id: deliveryId, nextAttemptAt } = delivery
  const waiting = status === 'Disabled' ? texts.againLead.held : texts.againLead.pending
  const lead = nextAttemptAt ? waiting : texts.againLead.finished
  return panel({
    title: texts.again,
    body: form({
      action: `/webhooks/${id}/deliveries/${deliveryId}/redeliver`,
      csrf,
      operation: newOperation(),
      submit: {
        label: texts.again,
        icon: 'refresh',
        tone: delivery.status === 'Succeeded' ? 'secondary' : 'primary',
      },
      body: html`<p class="jb-muted">${lead}</p>`,
      call: copyable(deps.env, redeliverOwn, { params: { deliveryId } }),
    }),
  })
}

/** Newest first: the last response is what the reader looks for. */
function attempts(visit: Visit, { attempts: all }: Pick<Delivery, 'attempts'>): Html {
  return panel({
    title: texts.attempts,
    body:
      all.length === 0
        ? empty({ title: texts.notTried, text: texts.notTriedNext })
        : html`<ol class="jb-attempts" reversed="">${all.toReversed().map((each) => html`<li>${attemptOf(visit, each)}</li>`)}</ol>`,
  })
}

function attemptOf({ zone }: Visit, attempt: Delivery['attempts'][number]): Html {
  const { number: n, startedAt, durationMs, responseBody, statusCode } = attempt
  const { isSuccess, title, advice } = verdictOf(attempt)
  return html`<article class="jb-attempt" aria-label=${texts.attempt(number(n))}>
    <header>
      <h3>${texts.attempt(number(n))}</h3>
      ${badge({ text: title, tone: isSuccess ? 'success' : 'danger' })}
      <span class="jb-muted">${when(startedAt, zone)}</span>
      <span class="jb-muted">${texts.took(duration(durationMs))}</span>
    </header>
    ${advice && html`<p><strong>${texts.todo}:</strong><span> ${advice}</span></p>`}
    ${
      responseBody
        ? copyableText({ label: texts.said(number(n)), text: responseBody })
        : statusCode !== null && html`<p class="jb-muted">${texts.saidNothing}</p>`
    }
  </article>`
}

export function payload({ body }: Pick<Delivery, 'body'>): Html {
  return panel({
    title: texts.payload,
    body: [
      copyableText({ label: texts.formatted, text: formatted(body) }),
      html`<details><summary>${texts.exact}</summary>${copyableText({ label: texts.exact, text: body })}</details>`,
    ],
  })
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
