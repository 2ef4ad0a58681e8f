import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError, type ErrorCode, notFound } from '@jobboard/contracts/error'
import { readKey } from '@jobboard/contracts/keys/admin'
import { readAuditNames } from '@jobboard/contracts/operators/internal'
import type { CopyableCall } from '@jobboard/html/copy'
import { MAX_CREDITS_HEADER } from '@jobboard/service/http/credit-headers'
import type { CallInput } from '@jobboard/service/lifecycle/call'
import type { PortalDeps } from '../env.ts'
import { callerOf, mayCall, type Person, type User } from '../person/person.ts'

export type AskInput<E extends Endpoint> = CallInput<E>

export interface AskOptions {
  requestId?: string
  /** Sent as `Idempotency-Key`. */
  operation?: string
  ifMatch?: string
  /** The most credits that the call may spend; above it nothing is done: precondition_failed. */
  maxCredits?: number
  /** By default 4 s to read, and 5 s for a change. */
  timeoutMs?: number
  onHeaders?(headers: IncomingHttpHeaders): void
  /** Leaves the call out of those that the page shows to copy. */
  isHidden?: boolean
  /** What the call would cost, without its effect: `askPrice`. */
  isDryRun?: boolean
}

/** Of one attempt: longer than the services wait for each other, so that a service that waits for another names it. */
const READ_TIMEOUT_MS = 4_000
const TIMEOUT_MS = 5_000
/** Between two looks for the response of the same form, sent a moment before. */
const REPEAT_DELAY_MS = 50

interface Asking extends Pick<PortalDeps, 'call' | 'env'> {
  /** Ids of keys that are known to be of the person's employer: whose a key is never changes. */
  ownKeys?: Set<string>
}

/** Calls an endpoint as a person. The employer in the path of an Admin API call is always the person's own; a key must
 * belong to that employer. */
export async function ask<E extends Endpoint>(
  { call, env, ownKeys = new Set() }: Asking,
  person: Person,
  endpoint: E,
  input: AskInput<E>,
  options: AskOptions,
  onCall: (call: CopyableCall) => void,
): Promise<ResponseBody<E>> {
  if (!mayCall(person.role, endpoint)) {
    throw new ApiError(
      'insufficient_scope',
      `Your role ${person.role} may not do this; ask an admin of your employer.`,
    )
  }
  const { requestId, operation, ifMatch, maxCredits, onHeaders, isHidden, isDryRun } = options
  const { timeoutMs = endpoint.method === 'GET' ? READ_TIMEOUT_MS : TIMEOUT_MS } = options
  const caller = callerOf(person, endpoint)
  const params = { ...input.params }
  const isReadKey = endpoint.name === readKey.name
  if (person.kind === 'user' && endpoint.plane === 'admin') {
    if (endpoint.path.includes('{employerId}')) params.employerId = person.employerId
    else if (!isReadKey && !ownKeys.has(String(params.keyId))) {
      checkOwnKey(person, await readKeyOf(call, caller, params.keyId, requestId))
    }
  }
  const sent = { ...input, params }
  if (!isHidden) onCall(copyable(env, endpoint, sent, ifMatch ? { 'If-Match': ifMatch } : {}))
  const send = () =>
    call(endpoint, sent, {
      caller,
      timeoutMs,
      totalMs: Math.max(timeoutMs, TIMEOUT_MS),
      requestId,
      idempotencyKey: operation,
      onHeaders,
      headers: {
        accept: 'application/json, application/problem+json',
        ...(isDryRun && { prefer: 'dry-run' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(maxCredits !== undefined && { [MAX_CREDITS_HEADER]: String(maxCredits) }),
      },
    })
  const body = await (operation === undefined ? send() : afterTheFirst(send, timeoutMs))
  if (person.kind === 'user' && isReadKey) checkOwnKey(person, body as ResponseBody<typeof readKey>)
  if (person.kind === 'user' && params.keyId !== undefined) ownKeys.add(String(params.keyId))
  return body
}

/** The response of a form that is sent several times at once: the first one's, for all. Throws unavailable when the
 * first one takes longer: the page offers the same operation again, and never a new one. */
export async function afterTheFirst<T>(send: () => Promise<T>, timeoutMs: number): Promise<T> {
  const endsAtMs = performance.now() + timeoutMs
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const isFirstRunning = error instanceof ApiError && error.code === 'idempotency_in_progress'
      if (!isFirstRunning) throw error
      if (performance.now() >= endsAtMs) throw unfinished()
      await sleep(REPEAT_DELAY_MS)
    }
  }
}

/** What was read; undefined where the call was refused with one of these codes. */
export async function orNone<T>(reading: Promise<T>, ...codes: ErrorCode[]): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && codes.includes(error.code)) return undefined
    throw error
  }
}

function unfinished(): ApiError {
  const message = 'The same form, sent a moment before, has no response yet.'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}

async function readKeyOf(
  call: PortalDeps['call'],
  caller: ReturnType<typeof callerOf>,
  keyId: string | number | undefined,
  requestId: string | undefined,
): Promise<ResponseBody<typeof readKey>> {
  if (keyId === undefined) throw notFound()
  return call(readKey, { params: { keyId } }, { caller, requestId })
}

function checkOwnKey({ employerId }: User, key: ResponseBody<typeof readKey>): void {
  if (!('employerId' in key) || key.employerId !== employerId) throw notFound()
}

export function copyable(
  env: Pick<PortalDeps['env'], 'PUBLIC_API_URL' | 'ADMIN_API_URL'>,
  { method, plane, path }: Endpoint,
  { params, query, body }: CallInput<Endpoint>,
  headers: Record<string, string> = {},
): CopyableCall {
  const base = plane === 'admin' ? env.ADMIN_API_URL : env.PUBLIC_API_URL
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name, String(one)]),
    ),
  ).toString()
  return {
    method,
    url: `${base}${filled}${search && `?${search}`}`,
    headers: {
      Authorization: `Bearer ${plane === 'admin' ? '$ADMIN_TOKEN' : '$API_KEY'}`,
      // Without it curl says that the body is a form, which is 415.
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body,
  }
}

/** Names by what has them, such as `user 5`. */
export type Names = Readonly<Record<string, string>>

const MAX_NAMES = 200
const MAX_LENGTH = 50

interface Naming {
  deps: Pick<PortalDeps, 'call'>
  request: { id: string }
  part<T>(service: string, read: () => Promise<T>): Promise<T | undefined>
}

/** The names today of the actors and objects of audit rows; of what a person may read in them alone. None while accounts
 * cannot be reached. */
export async function readNames({ deps, request, part }: Naming, objects: readonly string[]): Promise<Names> {
  const named = [...new Set(objects)].filter(({ length }) => length > 0 && length <= MAX_LENGTH)
  const input = { body: { objects: named.slice(0, MAX_NAMES) } }
  const read = () => deps.call(readAuditNames, input, { requestId: request.id })
  return (await part('accounts', read))?.names ?? {}
}
