import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound } from '@jobboard/contracts/error'
import * as internal from '@jobboard/contracts/operators/internal'
import type * as endpoints from '@jobboard/contracts/operators/operations'
import type { UpstreamName } from '@jobboard/contracts/services'
import type { AskedBy, EveryService } from './every-service.ts'
import { mergedList } from './merged-list.ts'

type Listed = ResponseBody<typeof endpoints.listDeadLetters>

const ID = /^([a-z]+)-([1-9][0-9]{0,9})$/
/** A handler may run several statements of 5 s each. */
const RETRY_TIMEOUT_MS = 60_000

/** Lists the dead letters of one service, or of all merged, newest first. A service that does not respond is named
 * in `unavailable`. Throws invalid_request, and unavailable for the service that was asked for. */
export async function listDeadLetters(
  { call, services }: EveryService,
  query: Input<typeof endpoints.listDeadLetters>['query'],
  requestId: string,
): Promise<Listed> {
  const list = (name: UpstreamName, range: { skip: number; take: number }) =>
    call(internal.listOwnDeadLetters(name), { query: range }, { requestId })
  return mergedList(services, query, list, newestFirst)
}

/** Throws not_found, unavailable. */
export async function getDeadLetter({ call, services }: EveryService, id: string, requestId: string) {
  const { service, params } = read(services, id)
  return call(internal.getOwnDeadLetter(service), { params }, { requestId })
}

/** Throws not_found, invalid_state when the event failed again, unavailable. */
export async function retryDeadLetter(
  { call, services }: EveryService,
  id: string,
  { actor, ...options }: AskedBy,
) {
  const { service, params } = read(services, id)
  const input = { params, body: { actor } }
  return call(internal.retryOwnDeadLetter(service), input, { ...options, timeoutMs: RETRY_TIMEOUT_MS })
}

/** Throws not_found, unavailable. */
export async function dropDeadLetter(
  { call, services }: EveryService,
  id: string,
  { actor, ...options }: AskedBy,
) {
  const { service, params } = read(services, id)
  return call(internal.dropOwnDeadLetter(service), { params, body: { actor } }, options)
}

/** The service and the number of a dead letter, by its id `<service>-<number>`. */
function read(services: readonly UpstreamName[], id: string) {
  const [, service, number] = ID.exec(id) ?? []
  if (!service || !services.includes(service as UpstreamName)) throw notFound()
  return { service: service as UpstreamName, params: { number: number! } }
}

function newestFirst(a: Listed['items'][number], b: Listed['items'][number]): number {
  if (a.lastFailedAt !== b.lastFailedAt) return a.lastFailedAt < b.lastFailedAt ? 1 : -1
  return a.id < b.id ? 1 : -1
}
