import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { dryRunResult } from '@jobboard/contracts/credits/credit'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { unavailable } from '@jobboard/contracts/error'
import { missingService } from '@jobboard/contracts/services'
import type { CopyableCall } from '@jobboard/html/copy'
import { readQuery } from '@jobboard/service/http/query'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { PortalDeps } from '../env.ts'
import { type AskInput, type AskOptions, ask } from '../peers/ask.ts'
import { type FormData, isUnavailable, singleValues } from './form.ts'
import { knownZone } from './local-time.ts'
import type { Visit } from './page.ts'

export function newOperation(): string {
  return randomUUID()
}

export function openVisit(
  deps: PortalDeps,
  request: FastifyRequest,
  {
    person,
    sessionId,
    csrf,
    preferences,
    missing,
    now,
  }: Pick<Visit, 'person' | 'sessionId' | 'csrf' | 'preferences' | 'missing' | 'now'>,
): Visit {
  const form = (request.body ?? {}) as FormData
  const calls: CopyableCall[] = []
  // Nobody waits for a service a second time within one page.
  const silent = new Set<string>()
  /** By the error of the service that waited for it. */
  const others = new WeakMap<Error, string>()
  const asking = { ...deps, ownKeys: new Set<string>() }
  const params = request.params as Visit['params']
  const asked: Visit['asked'] = async (endpoint, input, options) => {
    if (silent.has(endpoint.service)) throw unavailable(`The ${endpoint.service} service`)
    let headers: IncomingHttpHeaders = {}
    const all: AskOptions = {
      requestId: request.id,
      ...options,
      onHeaders: (received) => (headers = received),
    }
    const filled = { ...input, params: { ...paramsOf(endpoint, params), ...input?.params } }
    try {
      return { body: await ask(asking, person, endpoint, filled, all, (call) => calls.push(call)), headers }
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const other = missingService(error.message)
      if (other === undefined || other === endpoint.service) silent.add(endpoint.service)
      else others.set(error, other)
      throw error
    }
  }
  return {
    person,
    sessionId,
    deps,
    request,
    params,
    query: singleValues(readQuery(request.url)),
    form,
    operation: typeof form.operation === 'string' ? form.operation.slice(0, 64) : newOperation(),
    csrf,
    preferences,
    // The script of the page stores the zone of the browser; anyone can send anything.
    zone: knownZone(request.cookies.zone ?? (person.kind === 'user' ? person.timeZone : undefined), 'UTC'),
    now,
    calls,
    missing,
    ask: async (endpoint, input, options) => (await asked(endpoint, input, options)).body,
    asked,
    async part(service, read) {
      try {
        return await read()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        missing.add(others.get(error) ?? service)
        return undefined
      }
    },
  }
}

/** What a call would cost, without its effect. Throws what the call would throw. */
export async function askPrice<E extends Endpoint>(
  visit: Visit,
  endpoint: E,
  input: AskInput<E>,
  options: AskOptions = {},
): Promise<z.output<typeof dryRunResult>> {
  const result = await visit.ask(endpoint, input, { ...options, isHidden: true, isDryRun: true })
  return result as z.output<typeof dryRunResult>
}

/** The parameters of an endpoint's path, of those of a page: by their names; `id` is the first of the page. */
export function paramsOf({ path }: Endpoint, params: Visit['params']): Visit['params'] {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
  const found = names.map((name) => [
    name,
    params[name] ?? (name === 'id' ? Object.values(params)[0] : undefined),
  ])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}
