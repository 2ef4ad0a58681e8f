import { ApiError } from '@jobboard/contracts/error'
import { listOwnDeadLetters } from '@jobboard/contracts/operators/internal'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { mayCall, type Person } from '../person/person.ts'
import type { PortalDeps } from '../portal-deps.ts'

const TIMEOUT_MS = 2_000

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
      const options = { requestId, timeoutMs: TIMEOUT_MS }
      const listed = await call(listOwnDeadLetters(name), input, options).catch(() => undefined)
      return { name, deadLetters: listed?.total }
    }),
  )
}
