import type { Call } from '../api.ts'
import type { Query, RequestBody } from '../operation.ts'
import type { CallOptions, UpdateOptions, WriteOptions } from '../options.ts'
import { iteratePages } from '../paginate.ts'

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
