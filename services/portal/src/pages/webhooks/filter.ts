import { deliveryStatuses, statsHours } from '@jobboard/contracts/webhooks/deliveries'
import { subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
import type { Entered } from '../../html/field.ts'
import { readMoment } from '../../http/local-time.ts'
import type { Visit } from '../../http/visit.ts'
import { pageOf } from './shown.ts'
import { texts } from './texts.ts'

export const PAGE_SIZE = 25
export const filterEvents = [...subscribableEvents, 'webhook.test'] as const

/** Which deliveries to list and which time to draw, as the address says it. */
export interface DeliveryFilter {
  /** For the service; what is no status, event or time is left out. */
  query: Record<string, string | number>
  /** Hours of the charts. */
  hours: number
  page: number
  /** As it was typed, with what is wrong. */
  entered: Entered
  /** Whether anything is filtered. */
  isNarrow: boolean
  /** The address with this page, or with other hours. */
  href(change: { page?: number; hours?: number }): string
}

/** Reads the address of the deliveries of an endpoint. */
export function readFilter(visit: Visit, base: string): DeliveryFilter {
  const { query: sent, zone } = visit
  const page = pageOf(sent.page, PAGE_SIZE)
  const hours = statsHours.find((each) => String(each) === sent.hours) ?? 24
  const query: DeliveryFilter['query'] = { page, pageSize: PAGE_SIZE }
  const errors: Record<string, string> = {}
  const times: Partial<Record<'since' | 'until', string>> = {}
  if (deliveryStatuses.some((status) => status === sent.status)) query.status = sent.status!
  if (filterEvents.some((event) => event === sent.event)) query.event = sent.event!
  for (const name of ['since', 'until'] as const) {
    const { moment, shown } = readMoment(sent[name], sent.zone, zone)
    times[name] = shown
    if (moment === null) errors[name] = texts.badTime
    else if (moment) query[name] = moment.toISOString()
  }
  if (query.since && query.until && query.until < query.since) {
    errors.until = texts.endBeforeStart
    delete query.until
  }
  const { status, event } = sent
  const typed = { status, event, ...times, zone }
  const isNarrow = [status, event, times.since, times.until].some(
    (value) => value !== undefined && value !== '',
  )
  const href: DeliveryFilter['href'] = (change) => {
    const all = { ...(isNarrow && typed), hours, ...change }
    const pairs = Object.entries(all).filter(([, value]) => value !== undefined && value !== '')
    return `${base}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
  }
  return { query, hours, page, entered: { values: typed, errors }, isNarrow, href }
}
