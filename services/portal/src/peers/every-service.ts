import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import type { AskedBy, EveryService } from '@jobboard/service/every-service/every-service'
import { observe, type Report } from '@jobboard/service/every-service/observe'
import type { PeerAddress } from '@jobboard/service/lifecycle/call'
import type { CopyableCall } from '../html/copy.ts'
import { mayCall, type Person } from '../person/person.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { type AskInput, afterTheFirst, copyable } from './ask.ts'

/** A visit, as far as a call concerns it. */
interface Asking {
  person: Person
  deps: Pick<PortalDeps, 'call' | 'env' | 'peers'>
  request: { id: string }
  calls: CopyableCall[]
}

const REPEAT_MS = 60_000
const OBSERVE_MS = 2_000

/** Does what an endpoint of the gateway does that concerns every service, such as listing dead letters, as this person
 * (P-495). `operation` names a change, which acts once. Throws insufficient_scope when the role may not call the endpoint,
 * and what `act` throws. */
export async function askEvery<E extends Endpoint, T>(
  { person, deps, request, calls }: Asking,
  endpoint: E,
  input: AskInput<E>,
  act: (every: EveryService, askedBy: AskedBy & { requestId: string }) => Promise<T>,
  operation?: string,
): Promise<T> {
  if (!mayCall(person.role, endpoint)) {
    throw new ApiError('insufficient_scope', `Your role ${person.role} may not do this; ask an operator.`)
  }
  calls.push(copyable(deps.env, endpoint, input))
  const every = { call: deps.call, services: upstreamNames }
  const askedBy = { actor: `${person.kind} ${person.id}`, requestId: request.id, idempotencyKey: operation }
  return operation === undefined ? act(every, askedBy) : afterTheFirst(() => act(every, askedBy), REPEAT_MS)
}

/** A replica of a service with what it reports. */
export interface Replica {
  service: UpstreamName
  /** Host and port. */
  address: string
  report: Report
}

/** Reads health and metrics of every replica of these services at once; one that is silent costs 2 s at most for each of
 * the two. */
export function observeReplicas(
  { peers }: Pick<PortalDeps, 'peers'>,
  services: readonly UpstreamName[] = upstreamNames,
): Promise<Replica[]> {
  const replicas = services.flatMap((service) =>
    peers.addressesOf(service).map((address) => ({ service, url: urlOf(address) })),
  )
  return Promise.all(
    replicas.map(async ({ service, url }) => {
      return { service, address: url.host, report: await observe(url.href, OBSERVE_MS) }
    }),
  )
}

function urlOf({ url, address }: PeerAddress): URL {
  const replica = new URL(url)
  if (address !== undefined) replica.hostname = address.includes(':') ? `[${address}]` : address
  return replica
}
