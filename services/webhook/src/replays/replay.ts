import { ApiError } from '@jobboard/contracts/error'
import { EVENT_FEED_DAYS, MAX_REPLAYED_EVENTS } from '@jobboard/contracts/limits'

const DAY_MS = 86_400_000

/** The time range of a replay that was requested at `now`. Throws invalid_request naming since or until. */
export function replayRange(
  { since, until }: { since: Date; until?: Date | null | undefined },
  now: Date,
): { since: Date; until: Date } {
  const earliest = new Date(now.getTime() - EVENT_FEED_DAYS * DAY_MS)
  if (since < earliest) {
    throw invalid(
      'since',
      `must be within the last ${EVENT_FEED_DAYS} days, so not before ${earliest.toISOString()}; older events cannot be delivered again`,
    )
  }
  if (until && until <= since) throw invalid('until', 'must be after since')
  if (since > now) throw invalid('since', `must not be in the future; it is ${now.toISOString()} here`)
  return { since, until: until && until < now ? until : new Date(now.getTime() + 1) }
}

/** Throws invalid_request when a replay would have more events than one may have. */
export function checkReplaySize(count: number): void {
  if (count <= MAX_REPLAYED_EVENTS) return
  throw invalid(
    'since',
    `the range has more than ${MAX_REPLAYED_EVENTS} events; choose a later since, or an earlier until and replay the rest when this part is sent`,
  )
}

function invalid(field: 'since' | 'until', reason: string): ApiError {
  return new ApiError('invalid_request', `${field}: ${reason}.`, {
    fields: [{ pointer: `/${field}`, reason }],
  })
}
