import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type * as deadLetterEndpoints from '@jobboard/contracts/operators/operations'
import {
  type listResyncs as listResyncsEndpoint,
  replayEvents,
  startResync as startResyncEndpoint,
} from '@jobboard/contracts/operators/operations'
import * as deadLetters from '@jobboard/service/every-service/every-service'
import {
  type AskedBy,
  type EveryService,
  listResyncs,
  readReplay,
  readResync,
  startReplay,
  startResync,
} from '@jobboard/service/every-service/every-service'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { RequestContext } from '../http/request-context.ts'
import { operator } from '../keys/caller-tokens.ts'
import type { Admitted } from './admitted.ts'
import { callOptions } from './call-options.ts'
import { readJson } from './read-json.ts'

type ListQuery = Input<typeof deadLetterEndpoints.listDeadLetters>['query']

// Endpoints of the Admin API whose effect is in a service that the request names.

export const listDeadLetters = (deps: GatewayDeps, { context }: Admitted, query: ListQuery) =>
  deadLetters.listDeadLetters(every(deps), query, context.requestId)

/** /admin/v1/events/dead-letters/{deadLetterId} */
export const getDeadLetter = (deps: GatewayDeps, { context }: Admitted) =>
  deadLetters.getDeadLetter(every(deps), context.target.segments[4]!, context.requestId)

export const retryDeadLetter = (deps: GatewayDeps, { context }: Admitted) =>
  deadLetters.retryDeadLetter(every(deps), context.target.segments[4]!, askedBy(context))

export const dropDeadLetter = (deps: GatewayDeps, { context }: Admitted) =>
  deadLetters.dropDeadLetter(every(deps), context.target.segments[4]!, askedBy(context))

/** Throws invalid_request, which lists the services that others copy from. */
export async function startServiceResync(deps: GatewayDeps, { context }: Admitted) {
  const { service } = await readJson(context, startResyncEndpoint)
  return startResync(every(deps), service, askedBy(context))
}

export const listServiceResyncs = (
  deps: GatewayDeps,
  { context }: Admitted,
  query: Input<typeof listResyncsEndpoint>['query'],
) => listResyncs(every(deps), query, context.requestId)

/** /admin/v1/resync/{resyncId} */
export const readServiceResync = (deps: GatewayDeps, { context }: Admitted) =>
  readResync(every(deps), context.target.segments[3]!, context.requestId)

/** Throws invalid_request. */
export async function startServiceReplay(
  deps: GatewayDeps,
  { context }: Admitted,
): Promise<ResponseBody<typeof replayEvents>> {
  return startReplay(every(deps), await readJson(context, replayEvents), askedBy(context))
}

export const readServiceReplay = (deps: GatewayDeps, { context }: Admitted) =>
  readReplay(every(deps), context.target.segments.at(-1)!, context.requestId)

function every({ call, env }: GatewayDeps): EveryService {
  return { call, services: env.SERVICES }
}

function askedBy(context: RequestContext): AskedBy {
  return { ...callOptions(context), actor: operator.actor }
}
