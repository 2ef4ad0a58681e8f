import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { listOwnDeadLetters } from '@jobboard/contracts/operators/internal'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import type { CopyableCall } from '@jobboard/html/copy'
import type { AskedBy, EveryService } from '@jobboard/service/every-service/every-service'
import { observe, type Report } from '@jobboard/service/every-service/observe'
import { hostToResolve, resolveHost } from '@jobboard/service/http/peers'
import type { PeerAddress } from '@jobboard/service/lifecycle/call'
import type { PortalDeps, PortalEnv } from '../env.ts'
import { mayCall, type Person } from '../person/person.ts'
import { type AskInput, afterTheFirst, copyable } from './ask.ts'

interface Asking {
  person: Person
  deps: Pick<PortalDeps, 'call' | 'env' | 'peers'>
  request: { id: string }
  calls: CopyableCall[]
  operation: string
}

const REPEAT_MS = 60_000
const OBSERVE_MS = 2_000
/** A gateway waits up to 2 s for a silent service before it says so. */
const OBSERVE_GATEWAY_MS = 4_000

/** Does what an endpoint of the gateway does that concerns every service, such as listing dead letters, as this person. A
 * change acts once for each form. Throws insufficient_scope, and what `act` throws. */
export async function askEvery<E extends Endpoint, T>(
  { person, deps, request, calls, operation }: Asking,
  endpoint: E,
  input: AskInput<E>,
  act: (every: EveryService, askedBy: AskedBy & { requestId: string }) => Promise<T>,
): Promise<T> {
  if (!mayCall(person.role, endpoint)) {
    throw new ApiError('insufficient_scope', `Your role ${person.role} may not do this; ask an operator.`)
  }
  calls.push(copyable(deps.env, endpoint, input))
  const isRead = endpoint.method === 'GET'
  const every = { call: deps.call, services: upstreamNames }
  const askedBy = {
    actor: `${person.kind} ${person.id}`,
    requestId: request.id,
    idempotencyKey: isRead ? undefined : operation,
  }
  return isRead ? act(every, askedBy) : afterTheFirst(() => act(every, askedBy), REPEAT_MS)
}

/** A service and how many dead letters it has; undefined when it does not answer. */
export interface ServiceState {
  name: UpstreamName
  deadLetters: number | undefined
}

/** All services at once, for who may list dead letters. Throws insufficient_scope. */
export async function readServices(
  { call }: Pick<PortalDeps, 'call'>,
  person: Person,
  requestId: string,
): Promise<ServiceState[]> {
  if (!mayCall(person.role, listDeadLetters)) {
    throw new ApiError('insufficient_scope', `Your role ${person.role} may not list dead letters.`)
  }
  return Promise.all(
    upstreamNames.map(async (name) => {
      const input = { query: { skip: 0, take: 0 } }
      const options = { requestId, timeoutMs: OBSERVE_MS }
      const listed = await call(listOwnDeadLetters(name), input, options).catch(() => undefined)
      return { name, deadLetters: listed?.total }
    }),
  )
}

/** A process whose health and metrics are shown. */
export const processNames = ['gateway', ...upstreamNames] as const
export type ProcessName = (typeof processNames)[number]

/** A replica of a service, or a gateway, with what it reports. */
export interface Replica<Name extends ProcessName = ProcessName> {
  service: Name
  address: string
  report: Report
}

/** Reads health and metrics of every replica of these services, or of every gateway, at once; one that is silent costs 2 s
 * at most for each of the two, a gateway 4 s. */
export async function observeReplicas<Name extends ProcessName>(
  deps: Pick<PortalDeps, 'peers' | 'env'>,
  names: readonly Name[],
): Promise<Replica<Name>[]> {
  const observed = names.map(async (service) => {
    const addresses = service === 'gateway' ? await gateways(deps.env) : deps.peers.addressesOf(service)
    return Promise.all(
      addresses.map(urlOf).map(async (url) => {
        const limitMs = service === 'gateway' ? OBSERVE_GATEWAY_MS : OBSERVE_MS
        return { service, address: url.host, report: await observe(url.href, limitMs) }
      }),
    )
  })
  return (await Promise.all(observed)).flat()
}

/** Nothing is sent to a gateway but these look-ups, so its host names are resolved when somebody looks. */
async function gateways({ GATEWAY_URL }: Pick<PortalEnv, 'GATEWAY_URL'>): Promise<PeerAddress[]> {
  const resolved = GATEWAY_URL.map(async (url): Promise<PeerAddress[]> => {
    const hostname = hostToResolve(url)
    if (hostname === undefined) return [{ url, address: undefined }]
    const late = sleep(OBSERVE_MS, [], { ref: false })
    const found = await Promise.race([resolveHost(hostname), late]).catch((): string[] => [])
    return found.length > 0
      ? found.sort().map((address) => ({ url, address }))
      : [{ url, address: undefined }]
  })
  return (await Promise.all(resolved)).flat()
}

function urlOf({ url, address }: PeerAddress): URL {
  const replica = new URL(url)
  if (address !== undefined) replica.hostname = address.includes(':') ? `[${address}]` : address
  return replica
}
