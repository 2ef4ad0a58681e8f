import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_DELIVERY_DEPTH } from '@jobboard/contracts/limits'
import type { deliveryStatuses, getOwnStats } from '@jobboard/contracts/webhooks/deliveries'
import { badge, type Tone } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { number, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './texts.ts'

type Stats = ResponseBody<typeof getOwnStats>
type DeliveryStatus = (typeof deliveryStatuses)[number]

const deliveryTones: Record<DeliveryStatus, Tone | 'neutral'> = {
  Pending: 'info',
  Succeeded: 'success',
  DeadLettered: 'danger',
  Cancelled: 'neutral',
}

/** The number of a page in an address; 1 for what is none. */
export function pageOf(typed: string | undefined, pageSize: number): number {
  const page = Number(typed)
  return Number.isInteger(page) && page >= 1 ? Math.min(page, MAX_DELIVERY_DEPTH / pageSize) : 1
}

export function statusBadge({ status }: { status: 'Active' | 'Disabled' }): Html {
  return status === 'Active'
    ? badge({ text: texts.active, tone: 'success' })
    : badge({ text: texts.disabled, tone: 'danger' })
}

export function deliveryBadge({ status }: { status: DeliveryStatus }): Html {
  return badge({ text: texts.statuses[status], tone: deliveryTones[status] })
}

/** When the next attempt is, from `now` on; one whose time has come is due. `shown` stands before the distance. */
export function nextOf(at: string, { zone, now }: Pick<Visit, 'zone' | 'now'>, shown?: Html): Html {
  const distance = Date.parse(at) <= now.getTime() ? texts.due : when(at, zone, 'relative', now)
  return shown
    ? html`<span>${shown} <span class="jb-muted">(${distance})</span></span>`
    : html`<span>${distance}</span>`
}

/** The series of attempts in charts. */
export const series = [
  { key: 'succeeded', label: texts.succeeded, tone: 'success' },
  { key: 'failed', label: texts.failed, tone: 'danger' },
] as const

/** Steps as the points of a chart. */
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
  return ms < 1_000 ? texts.ms(number(ms)) : texts.seconds(number(Math.round(ms / 100) / 10))
}
