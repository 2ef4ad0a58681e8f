import { subscribableEvents, type WebhookEvent } from '@jobboard/contracts/webhooks/public-events'
import type { Entered } from '../../html/field.ts'
import { type FormData, list } from '../../http/form.ts'
import { readMoment, toLocal } from '../../http/local-time.ts'
import type { Visit } from '../../http/visit.ts'
import { texts } from './texts.ts'

export const PAGE_SIZE = 50

export type Period = keyof typeof texts.periods
const HOUR_MS = 3_600_000
const lengths: Record<Period, number | undefined> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
  all: undefined,
}
export const periods = Object.keys(lengths) as Period[]

/** Which events to list, as the address says it. */
export interface EventFilter {
  types: WebhookEvent[]
  after: string | undefined
  since: string | undefined
  /** The period chosen, unless a time was typed. */
  period: Period | undefined
  entered: Entered
  /** The address with another period, or that continues after an event. */
  href(change: { period: Period } | { after: string }): string
}

/** Reads the address: all types and the last 24 hours, unless it says otherwise. */
export function readFilter({ query, request, zone, now }: Visit): EventFilter {
  const named = list(request.query as FormData, 'types').slice(0, 10)
  const chosen = subscribableEvents.filter((type) => named.includes(type))
  const types = chosen.length > 0 ? chosen : [...subscribableEvents]
  const { moment, shown: typed } = readMoment(query.since, query.zone, zone)
  const period = typed ? undefined : (periods.find((name) => name === query.period) ?? 'day')
  const length = period && lengths[period]
  const start = moment ?? (length === undefined ? undefined : new Date(now.getTime() - length))
  const after = query.after || undefined
  return {
    types,
    after,
    since: start?.toISOString(),
    period,
    entered: {
      values: { types, since: typed || (start ? toLocal(start, zone) : '') },
      errors: moment === null ? { since: texts.sinceWrong } : {},
    },
    href(change) {
      const pairs: [string, string][] =
        types.length < subscribableEvents.length ? types.map((type) => ['types', type]) : []
      if ('period' in change) pairs.push(['period', change.period])
      else
        pairs.push(
          ...(typed
            ? ([
                ['since', typed],
                ['zone', zone],
              ] as [string, string][])
            : [['period', period!] as [string, string]]),
          ['after', change.after],
        )
      return `/events?${new URLSearchParams(pairs)}`
    },
  }
}
