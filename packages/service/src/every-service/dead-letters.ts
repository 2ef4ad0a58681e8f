import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type * as endpoints from '@jobboard/contracts/endpoints/dead-letters'
import { ApiError, notFound, unavailable } from '@jobboard/contracts/error'
import * as internal from '@jobboard/contracts/internal/dead-letters'
import { MAX_DEAD_LETTER_DEPTH } from '@jobboard/contracts/limits'
import type { UpstreamName } from '@jobboard/contracts/services'
import type { AskedBy, EveryService } from './every-service.ts'

type Listed = ResponseBody<typeof endpoints.listDeadLetters>

const ID = /^([a-z]+)-([1-9][0-9]{0,9})$/
/** A handler may run several statements of 5 s each. */
const RETRY_TIMEOUT_MS = 60_000

/** Lists the dead letters of one service, or of all merged, newest first. A service that does not respond is named
 * in `unavailable`. Throws invalid_request, and unavailable for the service that was asked for. */
export async function listDeadLetters(
  { call, services }: EveryService,
  { page, pageSize, service }: Input<typeof endpoints.listDeadLetters>['query'],
  requestId: string,
): Promise<Listed> {
  const skip = (page - 1) * pageSize
  const list = (name: UpstreamName, range: { skip: number; take: number }) =>
    call(internal.listOwnDeadLetters(name), { query: range }, { requestId })

  if (service) {
    if (!services.includes(service)) throw unavailable(`The ${service} service`)
    return { page, pageSize, ...(await list(service, { skip, take: pageSize })), unavailable: [] }
  }
  if (skip + pageSize > MAX_DEAD_LETTER_DEPTH) {
    throw new ApiError(
      'invalid_request',
      `page: without service, pages end at row ${MAX_DEAD_LETTER_DEPTH}; add ?service= to read further.`,
    )
  }
  const lists = await Promise.allSettled(
    services.map((name) => list(name, { skip: 0, take: skip + pageSize })),
  )
  const down = services.filter((_, index) => lists[index]!.status === 'rejected')
  if (down.length === services.length) throw unavailable('Every service')
  const found = lists.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const merged = found.flatMap(({ items }) => items).toSorted(newestFirst)
  const total = found.reduce((sum, one) => sum + one.total, 0)
  return { total, page, pageSize, items: merged.slice(skip, skip + pageSize), unavailable: down }
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
