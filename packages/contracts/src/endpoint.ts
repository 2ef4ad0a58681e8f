import type { z } from 'zod'
import type { ErrorCode } from './error.ts'
import type { CreditKind, LimitFamily } from './limits.ts'
import type { UpstreamName } from './services.ts'

/** Where an endpoint is reached: the public port, the operators' port, or only by other services. */
export type Plane = 'public' | 'admin' | 'internal'
export type ServiceName = 'gateway' | UpstreamName
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type KeyKind = 'recruiter' | 'candidate'

export const recruiterScopes = ['JobPosting', 'Applications', 'CvSearch'] as const
export const candidateScopes = ['Profile', 'Applications', 'Apply'] as const
export type Scope = (typeof recruiterScopes)[number] | (typeof candidateScopes)[number]

/** One row of the specification, typed: the gateway routes by it, a service implements it, OpenAPI is printed from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Kebab-case verb and noun; the action and the tests carry the same name. */
  name: string
  plane: Plane
  service: ServiceName
  method: Method
  /** `{name}` marks a parameter. */
  path: string
  summary: string
  /** Which keys open it; absent on the admin and internal planes. */
  keys?: readonly KeyKind[]
  /** All of them are needed (D-14). */
  scopes?: readonly Scope[]
  limit?: LimitFamily
  cost?: CreditKind
  /** Status of success. */
  status: 200 | 201 | 202 | 204
  params?: Params
  query?: Query
  body?: Body
  response?: Answer
  /** Media type of the request body when it is not JSON. */
  bodyType?: string
  /** The answer holds a secret that is shown once: it is never stored for a replay. */
  returnsSecret?: boolean
  /** Its 404 is always `application/problem+json` (Spec §7, D-03). */
  problemNotFound?: boolean
  /** Codes it refuses with that do not follow from its shape (`openapi/refusals.ts`). */
  errors?: readonly ErrorCode[]
  /** A GET answers with an ETag and knows `If-None-Match`; a PUT knows `If-Match` (D-61). */
  hasEtag?: boolean
}

/** Types an endpoint by its schemas without widening them. */
export function endpoint<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  A extends z.ZodType = z.ZodUndefined,
>(definition: Endpoint<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return definition
}

/** True when `Idempotency-Key` makes a repetition safe, on whichever plane (D-60, P-04). */
export function acceptsIdempotencyKey({ method, returnsSecret: answersSecret }: Endpoint): boolean {
  return (method === 'POST' || method === 'DELETE') && !answersSecret
}

/** The parsed request of an endpoint, as its action sees it. */
export interface Input<E extends Endpoint> {
  params: E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
  query: E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
  body: E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
}

/** The body an endpoint answers with. */
export type ResponseBody<E extends Endpoint> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never
