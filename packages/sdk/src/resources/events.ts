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
      pollIntervalMs = POLL_INTERVAL_MS,
      ...options
    }: FollowOptions = {}): AsyncGenerator<WebhookEvent, never, undefined> {
      for (let next = after; ; ) {
        const page = await untilAvailable(() => list({ limit: 100, ...(next && { after: next }) }, options))
        for (const event of page?.items ?? []) {
          yield event
          next = event.id
        }
        if (!page?.hasMore) await sleep(pollIntervalMs, options.signal)
      }
    },
  }
}

// A reader of the feed outlives an outage that is longer than the deadline of one call.
async function untilAvailable<T>(poll: () => PromiseLike<T>): Promise<T | undefined> {
  try {
    return await poll()
  } catch (error) {
    if (error instanceof JobBoardError && (isTransient(error) || isRefusal(error))) return undefined
    throw error
  }
}
