import { z } from 'zod'
import type { ErrorCode } from './error.ts'
import type { CreditKind, LimitFamily } from './limits.ts'
import type { UpstreamName } from './services.ts'

/** Who may call an endpoint: clients on the public port, operators on the admin port, or other services. */
export type Plane = 'public' | 'admin' | 'internal'
/** `portal` serves pages for persons; it has no endpoints and no events. */
export type ServiceName = 'gateway' | 'portal' | UpstreamName
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type KeyKind = 'recruiter' | 'candidate'

export const recruiterScopes = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'] as const
export const candidateScopes = ['Profile', 'Applications', 'Apply'] as const
export type Scope = (typeof recruiterScopes)[number] | (typeof candidateScopes)[number]

/** What `endpoint` declares. */
interface Definition<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Kebab-case verb and noun, the same as the file name of its action. */
  name: string
  service: ServiceName
  /** In the documents of the API; an internal endpoint is in none. */
  summary?: string
  /** What a client must know beyond the summary: preconditions, what it changes, what it costs. Markdown. */
  description?: string
  /** Kinds of keys that may call it; absent on the admin and internal planes. */
  keys?: readonly KeyKind[]
  /** Scopes that a key needs, all of them (D-14). */
  scopes?: readonly Scope[]
  /** Only keys of a sandbox may call it: 404 for live ones (D-72). */
  isOfSandbox?: boolean
  /** A sandbox that has written all its bytes may call it: it makes room. */
  makesRoom?: boolean
  /** The rate limit that it counts against. */
  limit?: LimitFamily
  /** The list in the body of which each `BULK_ITEMS_PER_REQUEST` entries begun count as one more request (D-70). */
  countedItems?: string
  /** The credit kind that a call may debit. */
  cost?: CreditKind
  /** Status of a successful response; 200 if it is absent. */
  status?: 200 | 201 | 202 | 204
  params?: Params
  /** Parameters of the path that are values: a bad one is 400 invalid_request; any other is 404 (D-04, D-29). */
  checkedParams?: readonly string[]
  query?: Query
  body?: Body
  response?: Response
  /** Media type of a body that is streamed to the action instead of parsed; only on the admin plane. */
  bodyType?: string
  /** JSON-LD that a GET returns instead of `response` when `Accept` prefers application/ld+json. */
  linkedData?: z.ZodType
  /** Largest streamed body in bytes; required with `bodyType`. */
  maxBodyBytes?: number
  /** The response contains a secret that is shown once, so it is never stored for a replay. */
  returnsSecret?: boolean
  /** Its action finds the secret again for the same `Idempotency-Key`, so the response need not be stored. */
  repeatsSecret?: boolean
  /** Its 404 is `application/problem+json`, whatever `Accept` says (Spec §7, D-03). */
  problemNotFound?: boolean
  /** Error codes that do not follow from the other fields (`openapi/errors.ts`). */
  errors?: readonly ErrorCode[]
  /** When the endpoint responds with a code, where that says more than the meaning of the code. */
  refusals?: Partial<Record<ErrorCode, Refusal>>
  /** Records its author, or reads what the caller is the author of: a key without a user gets 403 unattributable
   * before anything else is checked (D-30). */
  recordsAuthor?: boolean
  /** A GET returns an ETag and accepts `If-None-Match`; a PUT accepts `If-Match` (D-61). */
  hasEtag?: boolean
  /** Headers of a successful response that do not follow from the other fields. */
  headers?: readonly 'X-Query-Normalized'[]
  /** Accepts `Prefer: dry-run`. */
  hasDryRun?: boolean
  /** Parts of its example that differ from those of its schemas. */
  example?: Example
}

/** One endpoint. The gateway routes by it, a service implements it, and OpenAPI is printed from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends Definition<Params, Query, Body, Response> {
  plane: Plane
  method: Method
  /** `{name}` marks a parameter. */
  path: string
  status: 200 | 201 | 202 | 204
}

/** A condition under which an endpoint refuses a request, and a message of that response if it is not the one of the code. */
export interface Refusal {
  when: string
  message?: string
}

const planes = { api: 'public', admin: 'admin', internal: 'internal' } as const
type Path = `/${keyof typeof planes}/v1/${string}`

/** Declares an endpoint at a method and path; its type keeps the exact schemas. The plane is that of the path's first
 * part: `api`, `admin` or `internal`. */
export function endpoint<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
>(address: `${Method} ${Path}`, definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const [method, path] = address.split(' ') as [Method, Path]
  const plane = planes[path.split('/')[1] as keyof typeof planes]
  return { status: 200, ...definition, plane, method, path }
}

/** True when an `Idempotency-Key` makes a retry safe, on every plane (D-60). A streamed body has no
 * fingerprint to recognize a repeat by. */
export function acceptsIdempotencyKey({ method, returnsSecret, repeatsSecret, bodyType }: Endpoint): boolean {
  const canRepeat = !returnsSecret || repeatsSecret === true
  return (method === 'POST' || method === 'DELETE') && canRepeat && bodyType === undefined
}

/** The parsed parts of a request, as passed to the endpoint's action. */
export interface Input<E extends Endpoint> {
  params: E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
  query: E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
  body: E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
}

/** The response body of an endpoint. */
export type ResponseBody<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never

/** The body has no `confirm: true`, which is checked before all other fields (D-32); `what` is what was not done. */
export const unconfirmed = (what: string): Refusal => ({
  when: '`confirm` is absent or anything but true; checked before every other field.',
  message: `confirm: must be true to ${what} Send "confirm": true.`,
})

/** The example of an endpoint: a request, and the response to it. */
export interface Example {
  path?: unknown
  query?: unknown
  body?: unknown
  response?: unknown
  /** The response to the request with `Prefer: dry-run`. */
  dryRun?: unknown
}

/** A schema's `example`; without one, that of a list from its items, of an object from its fields that have one. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const meta = z.globalRegistry.get(schema)
  if (meta && 'example' in meta) return meta.example
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return exampleOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return exampleOf(schema.in)
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element)]
  if (!(schema instanceof z.ZodObject)) return undefined
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const value = exampleOf(field)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
