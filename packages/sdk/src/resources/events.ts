import type { Call } from '../api.ts'
import { JobBoardError } from '../errors.ts'
import { isRefusal, isTransient } from '../http/retry-policy.ts'
import { sleep } from '../http/sleep.ts'
import type { Query } from '../operation.ts'
import type { CallOptions } from '../options.ts'
import type { WebhookEvent } from '../webhooks/event.ts'

const POLL_INTERVAL_MS = 5_000

/** Where to begin in the event feed, and how often to look for more. */
export interface FollowOptions extends CallOptions {
  /** Id of the last event that was processed; without it the feed begins at its oldest event. */
  after?: string
  /** Without `after`: begin at the first event from this time on, ISO 8601. */
  since?: string
  /** Only events of these types; without it those of webhooks that name none. */
  types?: readonly Exclude<WebhookEvent['type'], 'webhook.test'>[]
  /** Milliseconds between calls while there are no new events. Default: 5 000. */
  pollIntervalMs?: number
}

/** The event feed: the events of the webhooks, oldest first. Requires scope Applications. */
export const events = (call: Call) => {
  const list = (query: Query<'list-events'> = {}, options?: CallOptions) =>
    call('list-events', { query }, options)
  return {
    /** One page of events. */
    list,
    /** Yields every event, then waits for new ones, until the loop ends or `signal` aborts, whose reason it throws.
     * An outage is waited for. To resume, store the `id` of each event after you processed it. */
    async *follow({
      after,
      since,
      types,
      pollIntervalMs = POLL_INTERVAL_MS,
      ...options
    }: FollowOptions = {}): AsyncGenerator<WebhookEvent, never, undefined> {
      for (let next = after; ; ) {
        const start = next ? { after: next } : since && { since }
        const query = { limit: 100, ...start, ...(types && { types: types.join(',') }) }
        const page = await list(query, options).catch(waitOf)
        if (typeof page === 'number') {
          await sleep(Math.max(pollIntervalMs, page), options.signal)
          continue
        }
        yield* page.items
        // With types it may be an event of another type: the place up to which the feed was read.
        next = page.nextAfter ?? next
        if (!page.hasMore) await sleep(pollIntervalMs, options.signal)
      }
    },
  }
}

// A reader of the feed outlives an outage that is longer than the deadline of one call. Returns the milliseconds of
// `Retry-After`. Throws any other error.
function waitOf(error: unknown): number {
  if (error instanceof JobBoardError && (isTransient(error) || isRefusal(error))) {
    return (error.retryAfter ?? 0) * 1_000
  }
  throw error
}
