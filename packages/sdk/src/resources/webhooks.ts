import type { Call } from '../api.ts'
import { JobBoardError } from '../errors.ts'
import { isRefusal, isTransient, sleep } from '../http/send.ts'
import type { Query, RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'
import { iteratePages } from '../paginate.ts'
import type { WebhookEvent } from '../webhooks/verify.ts'

/** Your webhook subscriptions and their deliveries. Requires scope Webhooks. */
export const webhooks = (call: Call) => {
  const path = (subscriptionId: number) => ({ path: { subscriptionId } })
  const listDeliveries = (
    subscriptionId: number,
    query: Query<'list-webhook-deliveries'> = {},
    options?: CallOptions,
  ) => call('list-webhook-deliveries', { ...path(subscriptionId), query }, options)
  return {
    list: (query: Query<'list-webhook-subscriptions'> = {}, options?: CallOptions) =>
      call('list-webhook-subscriptions', { query }, options),
    /** Registers a receiver. Store `signingSecret`: only a repeat with the same `idempotencyKey` within 24 hours has it too. */
    create: (body: RequestBody<'create-webhook-subscription'>, options?: WriteOptions) =>
      call('create-webhook-subscription', { body }, options),
    get: (id: number, options?: CallOptions) => call('get-webhook-subscription', path(id), options),
    update: (id: number, body: RequestBody<'change-webhook-subscription'>, options?: UpdateOptions) =>
      call('change-webhook-subscription', { ...path(id), body }, options),
    delete: (id: number, options?: WriteOptions) => call('delete-webhook-subscription', path(id), options),
    /** Held deliveries become due. */
    enable: (id: number, options?: WriteOptions) => call('enable-webhook-subscription', path(id), options),
    /** Deliveries are held until it is enabled. */
    disable: (id: number, options?: WriteOptions) => call('disable-webhook-subscription', path(id), options),
    /** Replaces the signing secret; a repeat with the same `idempotencyKey` within 24 hours returns the same one. */
    rotateSecret: (id: number, body: RequestBody<'rotate-webhook-secret'> = {}, options?: WriteOptions) =>
      call('rotate-webhook-secret', { ...path(id), body }, options),
    /** Attempts by hour or day with their durations, and what waits. */
    stats: (id: number, query: Query<'get-webhook-stats'> = {}, options?: CallOptions) =>
      call('get-webhook-stats', { ...path(id), query }, options),
    /** Sends a `webhook.test` event. */
    test: (id: number, options?: WriteOptions) => call('test-webhook-subscription', path(id), options),
    /** Sends again what was given up since a time. */
    recover: (id: number, body: RequestBody<'recover-webhook-deliveries'>, options?: WriteOptions) =>
      call('recover-webhook-deliveries', { ...path(id), body }, options),
    /** Sends the events of a time range again, as new deliveries with the same event ids. */
    replay: (id: number, body: RequestBody<'replay-webhook-events'>, options?: WriteOptions) =>
      call('replay-webhook-events', { ...path(id), body }, options),
    deliveries: {
      /** One page of the deliveries of a subscription, newest first. */
      list: listDeliveries,
      /** Yields the deliveries of all pages. */
      iterate: (
        subscriptionId: number,
        { page, ...query }: Query<'list-webhook-deliveries'> = {},
        options?: CallOptions,
      ) => iteratePages((next) => listDeliveries(subscriptionId, { ...query, page: next }, options), page),
      /** One delivery with its attempts. */
      get: (deliveryId: string, options?: CallOptions) =>
        call('get-webhook-delivery', { path: { deliveryId } }, options),
      /** Sends it again, under the same delivery id. */
      redeliver: (deliveryId: string, options?: WriteOptions) =>
        call('redeliver-webhook', { path: { deliveryId } }, options),
    },
  }
}

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
