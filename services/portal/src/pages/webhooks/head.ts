import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import {
  enableOwnSubscription,
  type getOwnSubscription,
  testOwnSubscription,
} from '@jobboard/contracts/webhooks/own'
import { notice, pageHead, tabs } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { number, userText } from '../../html/values.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { statusBadge } from './shown.ts'
import { texts } from './texts.ts'

export type Subscription = ResponseBody<typeof getOwnSubscription>
export type Stats = ResponseBody<typeof getOwnStats>
export type View = keyof typeof texts.tabs

/** What all pages of an endpoint begin with: its address, state and views, and what to do while it is disabled. */
export function endpointHead(visit: Visit, subscription: Subscription, current: View, stats?: Stats): Html {
  const { id, url, status } = subscription
  const base = `/webhooks/${id}`
  const links = { deliveries: base, again: `${base}/again`, settings: `${base}/settings` }
  if (status === 'Active') visit.calls.push(callOf(visit, testOwnSubscription, id))
  return html`<div class="jb-stack">
    ${pageHead({
      title: html`<span class="jb-endpoint">${userText(url, { lines: 2 })}${statusBadge(subscription)}</span>`,
      actions:
        status === 'Active' &&
        action(visit, `${base}/test`, { label: texts.test, icon: 'play', tone: 'secondary' }),
    })}
    ${tabs(
      (Object.keys(links) as View[]).map((key) => ({
        href: links[key],
        label: texts.tabs[key],
        current: key === current,
      })),
      texts.views,
    )}
    ${status === 'Disabled' && disabledNotice(visit, subscription, stats)}
  </div>`
}

/** A form of one button. */
export function action(
  visit: Visit,
  path: string,
  submit: Parameters<typeof form>[0]['submit'],
  body?: Child,
): Html {
  return form({ action: path, csrf: visit.csrf, operation: newOperation(), submit, body })
}

/** A call of an endpoint that acts on a subscription, to copy. */
export function callOf(
  { deps }: Visit,
  endpoint: Parameters<typeof copyable>[1],
  subscriptionId: number,
  body?: unknown,
) {
  return copyable(deps.env, endpoint, {
    params: { subscriptionId },
    ...(body !== undefined && { body: body as never }),
  })
}

function disabledNotice(visit: Visit, { id, disabledReason }: Subscription, stats: Stats | undefined): Html {
  const held = stats?.pending ?? 0
  visit.calls.push(callOf(visit, enableOwnSubscription, id))
  return notice({
    tone: 'danger',
    title: texts.disabledTitle(disabledReason ?? ''),
    body: html`<div class="jb-stack">
      <p>${reasonOf(disabledReason)}${stats && html`<span> ${texts.heldNow(held, number(held))}</span>`}</p>
      ${action(visit, `/webhooks/${id}/enable`, { label: texts.enable(held, number(held)), icon: 'play' })}
    </div>`,
  })
}

function reasonOf(reason: string | null): string {
  if (reason === 'disabled by an operator') return texts.reasons.operator
  if (reason === 'disabled with an API key') return texts.reasons.key
  if (reason === 'disabled in the portal') return texts.reasons.person
  return texts.reasons.failures
}
