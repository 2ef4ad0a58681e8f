import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/endpoints/resync'
import { notFound, unavailable } from '@jobboard/contracts/error'
import { getOwnResync, startOwnResync } from '@jobboard/contracts/internal/resync'
import { type StateOwner, stateOwners } from '@jobboard/contracts/services'
import type { GatewayDeps } from '../gateway-deps.ts'
import { operator } from '../keys/caller-tokens.ts'
import type { Admitted } from './admitted.ts'
import { callOptions } from './call-options.ts'
import { readJson } from './read-json.ts'

// A service that is busy with a resync responds later than one that serves clients only.
const TIMEOUT_MS = 10_000
const ID = /^([a-z]+)-([1-9][0-9]{0,9})$/

/** Starts a resync in the service that the body names. Throws invalid_request, which lists the services that
 * others copy from, and unavailable. */
export async function startServiceResync(
  { call, env }: GatewayDeps,
  { context }: Admitted,
): Promise<ResponseBody<typeof endpoints.startResync>> {
  const { service } = await readJson(context, endpoints.startResync)
  if (!env.SERVICES.includes(service)) throw unavailable(`The ${service} service`)
  const body = { actor: operator.actor }
  return call(startOwnResync(service), { body }, callOptions(context, TIMEOUT_MS))
}

/** Throws not_found, unavailable. */
export async function readServiceResync(
  { call, env }: GatewayDeps,
  { context }: Admitted,
): Promise<ResponseBody<typeof endpoints.getResync>> {
  // /admin/v1/resync/{resyncId}
  const [, name, number] = ID.exec(context.target.segments[3]!) ?? []
  const service = stateOwners.find((owner): owner is StateOwner => owner === name)
  if (!service || !env.SERVICES.includes(service)) throw notFound()
  const options = { requestId: context.requestId, timeoutMs: TIMEOUT_MS }
  return call(getOwnResync(service), { params: { number: number! } }, options)
}
