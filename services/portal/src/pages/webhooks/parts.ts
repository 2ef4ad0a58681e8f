import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { deliveryStatuses, getDelivery, getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import type { listOwnDeliveries } from '@jobboard/contracts/webhooks/own'
import { badge, empty, linkButton, panel, type Tone } from '@jobboard/html/blocks'
import { copyable, secretOnce } from '@jobboard/html/copy'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type Columns, numeric } from '@jobboard/html/table'
import { definitions, number, when } from '@jobboard/html/values'
import { screen, type View, type Visit } from '../../http/page.ts'
import { snippets } from '../../parts/webhook-samples.ts'
import { verdictOf } from './failure.ts'

export type Stats = ResponseBody<typeof getOwnStats>
type DeliveryStatus = (typeof deliveryStatuses)[number]
type Row = ResponseBody<typeof listOwnDeliveries>['items'][number]
type Delivery = Omit<ResponseBody<typeof getDelivery>, 'subscriptionId'>

/** The first retry comes after a minute. */
const SOON_MS = 120_000

export const statusTexts: Record<DeliveryStatus, string> = {
  Pending: 'Pending',
  Succeeded: 'Succeeded',
  DeadLettered: 'Given up',
  Cancelled: 'Cancelled',
}
const tones: Record<DeliveryStatus, Tone | 'neutral'> = {
  Pending: 'info',
  Succeeded: 'success',
  DeadLettered: 'danger',
  Cancelled: 'neutral',
}

export function statusBadge({ status }: { status: 'Active' | 'Disabled' }): Html {
  return badge({ text: status, tone: status === 'Active' ? 'success' : 'danger' })
}

/** "1 delivery is", "2 deliveries are". */
export function count(n: number, singular: string, plural: string): string {
  return `${number(n)} ${n === 1 ? singular : plural}`
}

export const series = [
  { key: 'succeeded', label: 'Succeeded', tone: 'success' },
  { key: 'failed', label: 'Failed', tone: 'danger' },
] as const

export function toPoints(steps: Stats['steps'], label: (startsAt: string) => string) {
  return steps.map(({ startsAt, succeeded, failed, p50Ms, p95Ms }) => ({
    label: label(startsAt),
    values: { succeeded, failed, p50Ms, p95Ms },
  }))
}

/** The share of attempts that succeeded. One failure of many is never 100 %. */
export function percent({ succeeded, failed }: { succeeded: number; failed: number }): string {
  const share = (succeeded / (succeeded + failed)) * 100
  return `${number(Math.floor(share * 10) / 10)} %`
}

/** A duration in ms, from a second on in seconds. */
export function duration(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1_000 ? `${number(ms)} ms` : `${number(Math.round(ms / 100) / 10)} s`
}

/** The columns of a list of deliveries, with others after the status. */
export function deliveryColumns<R extends Row>(
  { zone, now }: Visit,
  isHeld: (row: R) => boolean,
  others: Columns<R> = {},
): Columns<R> {
  return {
    Event: ({ event }) => event,
    Status: deliveryBadge,
    ...others,
    Response: ({ lastStatusCode, failedAttempts, status }) =>
      lastStatusCode ??
      html`<span class="text-body-secondary">${failedAttempts > 0 || status === 'DeadLettered' ? 'Failed' : 'None yet'}</span>`,
    Failed: numeric(({ failedAttempts }) => number(failedAttempts)),
    'Next attempt': (row) =>
      row.nextAttemptAt && (isHeld(row) ? 'Held' : html`<span>${distance(row.nextAttemptAt, now)}</span>`),
    Created: ({ createdAt }) => when(createdAt, zone),
  }
}

/** What a list of deliveries says that has more than can be listed. */
export const depthText = 'Only the newest 10 000 are listed. Choose a time to see older ones.'

/** What became of a delivery until now. A script loads it again while an attempt is near. */
export function state(visit: Visit, delivery: Delivery, isHeld: boolean): Html {
  const { id, eventId, event, createdAt, nextAttemptAt, attempts } = delivery
  const { zone, now } = visit
  const isSoon = nextAttemptAt !== null && Date.parse(nextAttemptAt) - now.getTime() < SOON_MS
  const next = isHeld
    ? 'When the endpoint is enabled'
    : html`<span>${when(nextAttemptAt, zone)} <span class="text-body-secondary">(${distance(nextAttemptAt, now)})</span></span>`
  return html`<div id="delivery" class="vstack gap-4" data-refresh=${isSoon && !isHeld ? 'No attempt is near any more.' : undefined}>
    ${panel({
      title: 'Delivery',
      body: definitions({
        Status: deliveryBadge(delivery),
        Event: event,
        Created: when(createdAt, zone),
        'Next attempt': nextAttemptAt && next,
        'Event id': html`<code>${eventId}</code>`,
        'Delivery id': html`<code>${id}</code>`,
      }),
    })}
    ${panel({
      title: 'Attempts',
      // Newest first: the last response is what the reader looks for.
      body:
        attempts.length === 0
          ? empty({
              title: 'Not tried yet',
              text: 'The first attempt is due; load the page again in a moment.',
            })
          : html`<ol class="jb-entries list-unstyled vstack gap-3" reversed="">${attempts.toReversed().map((each) => html`<li>${attemptOf(visit, each)}</li>`)}</ol>`,
    })}
  </div>`
}

/** What was sent, to read and as it was signed. */
export function payload({ body }: Pick<Delivery, 'body'>): Html {
  const exact = 'Exactly as sent and signed'
  return panel({
    title: 'Payload',
    body: [
      copyable({ label: 'Formatted, to read', text: formatted(body) }),
      html`<details><summary>${exact}</summary>${copyable({ label: exact, text: body })}</details>`,
    ],
  })
}

export function secretPage(
  visit: Visit,
  { title, lead, secret, id }: { title: string; lead: Child; secret: string; id: number | string },
): View {
  const page = `/webhooks/${id}`
  return screen(visit, {
    title,
    lead,
    body: [
      secretOnce({ label: 'Signing secret', secret, page, snippet: [] }),
      panel({
        title: 'Verify that a request is ours',
        body: html`<div class="vstack gap-4">
          <p>Keep the secret in your server’s environment as JOBBOARD_WEBHOOK_SECRET. Nobody without it can sign a request.</p>
          ${copyable({ label: 'TypeScript (@jobboard/sdk)', text: snippets.typescript })}
          ${copyable({ label: 'Python (jobboard)', text: snippets.python })}
          <p>Then send a test event from its page: it gets one attempt and counts for nothing.</p>
          <div>${linkButton({ href: page, label: 'Continue to the endpoint', tone: 'primary', icon: 'next' })}</div>
        </div>`,
      }),
    ],
  })
}

function deliveryBadge({ status }: { status: DeliveryStatus }): Html {
  return badge({ text: statusTexts[status], tone: tones[status] })
}

/** How far the next attempt is; one whose time has come is due. */
function distance(at: string | null, now: Date): Child {
  return Date.parse(at ?? '') <= now.getTime() ? 'due now' : when(at, 'UTC', 'relative', now)
}

function attemptOf({ zone }: Visit, attempt: Delivery['attempts'][number]): Html {
  const { number: n, startedAt, durationMs, responseBody, statusCode } = attempt
  const { isSuccess, title, advice } = verdictOf(attempt)
  const name = `Attempt ${number(n)}`
  const said = `What the receiver said to attempt ${number(n)} (the first 4 KiB)`
  return html`<article class="jb-attempt vstack gap-3" aria-label=${name}>
    <header class="hstack flex-wrap gap-2">
      <h3>${name}</h3>
      ${badge({ text: title, tone: isSuccess ? 'success' : 'danger' })}
      <span class="text-body-secondary">${when(startedAt, zone)}</span>
      <span class="text-body-secondary">took ${duration(durationMs)}</span>
    </header>
    ${advice && html`<p><strong>What to do:</strong><span> ${advice}</span></p>`}
    ${
      responseBody
        ? copyable({ label: said, text: responseBody })
        : statusCode !== null &&
          html`<p class="text-body-secondary">The response had no body, or it is not kept.</p>`
    }
  </article>`
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
