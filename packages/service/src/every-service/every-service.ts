import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, notFound, unavailable } from '@jobboard/contracts/error'
import { MAX_MERGED_DEPTH } from '@jobboard/contracts/limits'
import * as internal from '@jobboard/contracts/operators/internal'
import type * as endpoints from '@jobboard/contracts/operators/operations'
import { type StateOwner, stateOwners, type UpstreamName } from '@jobboard/contracts/services'
import type { Call, CallOptions } from '../lifecycle/call.ts'

/** How operators reach the services that each have a part of one thing, such as dead letters: the gateway for the
 * Admin API, the portal for its pages. */
export interface EveryService {
  call: Call
  /** The services of this installation; another one is not found or unavailable. */
  services: readonly UpstreamName[]
}

/** Who asks, and how: `actor` is named in the audit row. */
export type AskedBy = Pick<CallOptions, 'requestId' | 'idempotencyKey' | 'onReplayed'> & { actor: string }

/** A handler may run several statements of 5 s each. */
const RETRY_TIMEOUT_MS = 60_000
// A service that is busy with a resync responds later than one that serves clients only.
const RESYNC_TIMEOUT_MS = 10_000
const ID = /^([a-z]+)-([1-9][0-9]{0,9})$/

/** The service and the number of a dead letter, a replay or a resync, by its id `<service>-<number>`. Throws not_found. */
function partOf<Name extends UpstreamName>(services: readonly Name[], id: string) {
  const [, name, number = ''] = ID.exec(id) ?? []
  const service = services.find((one) => one === name)
  if (!service) throw notFound()
  return { service, number }
}

interface Query<Name> {
  page: number
  pageSize: number
  /** Undefined for all services. */
  service?: Name | undefined
}

/** One page of the lists that services have, of one service or of all merged, newest first. `keysOf` gives the time and the
 * id of an item. A service that does not respond is named in `unavailable`. Throws invalid_request beyond the depth of merged
 * pages, and unavailable for the service that was asked for, or when none responds. */
async function mergedList<Name extends string, Item>(
  services: readonly Name[],
  { page, pageSize, service }: Query<Name>,
  list: (name: Name, range: { skip: number; take: number }) => Promise<{ total: number; items: Item[] }>,
  keysOf: (item: Item) => [time: string, id: string],
) {
  const skip = (page - 1) * pageSize
  if (service) {
    if (!services.includes(service)) throw unavailable(`The ${service} service`)
    return { page, pageSize, ...(await list(service, { skip, take: pageSize })), unavailable: [] }
  }
  if (skip + pageSize > MAX_MERGED_DEPTH) {
    throw new ApiError(
      'invalid_request',
      `page: without service, pages end at row ${MAX_MERGED_DEPTH}; add ?service= to read further.`,
    )
  }
  const lists = await Promise.allSettled(
    services.map((name) => list(name, { skip: 0, take: skip + pageSize })),
  )
  const down = services.filter((_, index) => lists[index]!.status === 'rejected')
  if (down.length === services.length) throw unavailable('Every service')
  const found = lists.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const merged = found
    .flatMap(({ items }) => items)
    .toSorted((a, b) => {
      const [[time, id], [otherTime, otherId]] = [keysOf(a), keysOf(b)]
      return (time === otherTime ? id < otherId : time < otherTime) ? 1 : -1
    })
  const total = found.reduce((sum, one) => sum + one.total, 0)
  return { total, page, pageSize, items: merged.slice(skip, skip + pageSize), unavailable: down }
}

/** Lists the dead letters. Throws as `mergedList`. */
export function listDeadLetters(
  { call, services }: EveryService,
  query: Input<typeof endpoints.listDeadLetters>['query'],
  requestId: string,
): Promise<ResponseBody<typeof endpoints.listDeadLetters>> {
  const list = (name: UpstreamName, range: { skip: number; take: number }) =>
    call(internal.listOwnDeadLetters(name), { query: range }, { requestId })
  return mergedList(services, query, list, ({ lastFailedAt, id }) => [lastFailedAt, id])
}

/** Throws not_found, unavailable. */
export async function getDeadLetter({ call, services }: EveryService, id: string, requestId: string) {
  const { service, number } = partOf(services, id)
  return call(internal.getOwnDeadLetter(service), { params: { number } }, { requestId })
}

/** Throws not_found, invalid_state when the event failed again, unavailable. */
export async function retryDeadLetter(
  { call, services }: EveryService,
  id: string,
  { actor, ...options }: AskedBy,
) {
  const { service, number } = partOf(services, id)
  const input = { params: { number }, body: { actor } }
  return call(internal.retryOwnDeadLetter(service), input, { ...options, timeoutMs: RETRY_TIMEOUT_MS })
}

/** Throws not_found, unavailable. */
export async function dropDeadLetter(
  { call, services }: EveryService,
  id: string,
  { actor, ...options }: AskedBy,
) {
  const { service, number } = partOf(services, id)
  return call(internal.dropOwnDeadLetter(service), { params: { number }, body: { actor } }, options)
}

/** Starts a replay of the outbox of one service. Throws unavailable. */
export async function startReplay(
  { services, call }: EveryService,
  { service, since }: Input<typeof endpoints.replayEvents>['body'],
  { actor, ...options }: AskedBy,
): Promise<ResponseBody<typeof endpoints.replayEvents>> {
  if (!services.includes(service)) throw unavailable(`The ${service} service`)
  return call(internal.startReplay(service), { body: { since, actor } }, options)
}

/** The progress of a replay. Throws not_found, unavailable. */
export async function readReplay(
  { services, call }: EveryService,
  replayId: string,
  requestId: string,
): Promise<ResponseBody<typeof endpoints.getReplay>> {
  const { service, number } = partOf(services, replayId)
  return call(internal.readReplay(service), { params: { id: number } }, { requestId })
}

/** Starts a resync in a service, or returns the running one. Throws unavailable. */
export async function startResync(
  { call, services }: EveryService,
  service: StateOwner,
  { actor, ...options }: AskedBy,
): Promise<ResponseBody<typeof endpoints.startResync>> {
  if (!services.includes(service)) throw unavailable(`The ${service} service`)
  return call(
    internal.startOwnResync(service),
    { body: { actor } },
    { ...options, timeoutMs: RESYNC_TIMEOUT_MS },
  )
}

/** The progress of a resync. Throws not_found, unavailable. */
export async function readResync(
  { call, services }: EveryService,
  id: string,
  requestId: string,
): Promise<ResponseBody<typeof endpoints.getResync>> {
  const { service, number } = partOf(ownersIn(services), id)
  const options = { requestId, timeoutMs: RESYNC_TIMEOUT_MS }
  return call(internal.getOwnResync(service), { params: { number } }, options)
}

/** Lists the resyncs. Throws as `mergedList`. */
export function listResyncs(
  { call, services }: EveryService,
  query: Input<typeof endpoints.listResyncs>['query'],
  requestId: string,
): Promise<ResponseBody<typeof endpoints.listResyncs>> {
  const list = (name: StateOwner, range: { skip: number; take: number }) =>
    call(internal.listOwnResyncs(name), { query: range }, { requestId })
  return mergedList(ownersIn(services), query, list, ({ startedAt, resyncId }) => [startedAt, resyncId])
}

function ownersIn(services: readonly UpstreamName[]): StateOwner[] {
  return stateOwners.filter((owner) => services.includes(owner))
}
