import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound, unavailable } from '@jobboard/contracts/error'
import { getOwnResync, listOwnResyncs, startOwnResync } from '@jobboard/contracts/operators/internal'
import type * as endpoints from '@jobboard/contracts/operators/operations'
import { type StateOwner, stateOwners } from '@jobboard/contracts/services'
import type { AskedBy, EveryService } from './every-service.ts'
import { mergedList } from './merged-list.ts'

// A service that is busy with a resync responds later than one that serves clients only.
const TIMEOUT_MS = 10_000
const ID = /^([a-z]+)-([1-9][0-9]{0,9})$/

/** Starts a resync in a service, or returns the running one. Throws unavailable. */
export async function startResync(
  { call, services }: EveryService,
  service: StateOwner,
  { actor, ...options }: AskedBy,
): Promise<ResponseBody<typeof endpoints.startResync>> {
  if (!services.includes(service)) throw unavailable(`The ${service} service`)
  return call(startOwnResync(service), { body: { actor } }, { ...options, timeoutMs: TIMEOUT_MS })
}

/** The progress of a resync, named `<service>-<number>`. Throws not_found, unavailable. */
export async function readResync(
  { call, services }: EveryService,
  id: string,
  requestId: string,
): Promise<ResponseBody<typeof endpoints.getResync>> {
  const [, name, number] = ID.exec(id) ?? []
  const service = stateOwners.find((owner): owner is StateOwner => owner === name)
  if (!service || !services.includes(service)) throw notFound()
  return call(getOwnResync(service), { params: { number: number! } }, { requestId, timeoutMs: TIMEOUT_MS })
}

type Listed = ResponseBody<typeof endpoints.listResyncs>

/** Lists the resyncs of one service, or of all merged, newest first. Throws as `mergedList`. */
export async function listResyncs(
  { call, services }: EveryService,
  query: Input<typeof endpoints.listResyncs>['query'],
  requestId: string,
): Promise<Listed> {
  const owners = stateOwners.filter((owner) => services.includes(owner))
  const list = (name: StateOwner, range: { skip: number; take: number }) =>
    call(listOwnResyncs(name), { query: range }, { requestId })
  return mergedList(owners, query, list, newestFirst)
}

function newestFirst(a: Listed['items'][number], b: Listed['items'][number]): number {
  if (a.startedAt !== b.startedAt) return a.startedAt < b.startedAt ? 1 : -1
  return a.resyncId < b.resyncId ? 1 : -1
}
