import { randomUUID } from 'node:crypto'
import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { readQuery } from '@jobboard/service/http/query'
import type { FastifyRequest } from 'fastify'
import type { CopyableCall } from '../html/copy.ts'
import { type AskInput, type AskOptions, ask } from '../peers/ask.ts'
import type { Person } from '../person/person.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { type FormData, singleValues } from './form.ts'

/** One request of a signed-in person. */
export interface Visit {
  person: Person
  sessionId: number
  deps: PortalDeps
  request: FastifyRequest
  params: Record<string, string>
  query: Record<string, string | undefined>
  form: FormData
  /** The id of the operation that the form was rendered for: sent on as `Idempotency-Key`, so that a form that is sent twice
   * acts once (P-444). */
  operation: string
  csrf: string
  /** Time zone of the reader (IANA). */
  zone: string
  /** Business time: what the services compare with. */
  now: Date
  /** Calls an endpoint as this person. Throws the ApiError of a 4xx, insufficient_scope when the role may not call it,
   * and unavailable. */
  ask<E extends Endpoint>(endpoint: E, input?: AskInput<E>, options?: AskOptions): Promise<ResponseBody<E>>
  /** The result of a part of the page; undefined when its service cannot be reached, and the page says so (P-445). */
  part<T>(service: string, read: () => Promise<T>): Promise<T | undefined>
  /** The calls that were made, to copy. */
  calls: CopyableCall[]
  /** Services that could not be reached. */
  missing: Set<string>
}

/** A new operation id for a rendered form. */
export function newOperation(): string {
  return randomUUID()
}

/** What a request of a signed-in person is handled with. */
export function openVisit(
  deps: PortalDeps,
  request: FastifyRequest,
  { person, sessionId, csrf, missing, now }: Pick<Visit, 'person' | 'sessionId' | 'csrf' | 'missing' | 'now'>,
): Visit {
  const form = (request.body ?? {}) as FormData
  const calls: CopyableCall[] = []
  const asking = { ...deps, ownKeys: new Set<string>() }
  return {
    person,
    sessionId,
    deps,
    request,
    params: request.params as Record<string, string>,
    query: singleValues(readQuery(request.url)),
    form,
    operation: typeof form.operation === 'string' ? form.operation.slice(0, 64) : newOperation(),
    csrf,
    zone: zoneOf(request.cookies.zone),
    now,
    calls,
    missing,
    ask: (endpoint, input = {}, options = {}) =>
      ask(asking, person, endpoint, input, { requestId: request.id, ...options }, (call) => calls.push(call)),
    async part(service, read) {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error
        missing.add(service)
        return undefined
      }
    },
  }
}

const zones = new Map<string, boolean>()

// The script of the page stores the zone; anyone can send anything.
function zoneOf(cookie: string | undefined): string {
  if (cookie === undefined || cookie.length > 64) return 'UTC'
  let isZone = zones.get(cookie)
  if (isZone === undefined) {
    isZone = canFormat(cookie)
    if (zones.size < 1_000) zones.set(cookie, isZone)
  }
  return isZone ? cookie : 'UTC'
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
