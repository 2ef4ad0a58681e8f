import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts'
import { type HeaderName, ref } from './components.ts'

const limits: HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
const credits: HeaderName[] = ['X-Credits-Cost', 'X-Credits-Remaining']
// Without a caller, and failures after which the cost is not known.
const withoutCredits = new Set([401, 500])
/** Statuses of the refusals that are stored for an `Idempotency-Key` (D-60). */
const storedRefusals = new Set([400, 404, 409])

/** The headers of a successful response, and of a 304. */
export function successHeaders(endpoint: Endpoint): HeaderName[] {
  const names: HeaderName[] = [...everyHeader(endpoint)]
  if (endpoint.cost) names.push(...credits)
  if (endpoint.hasEtag) names.push('ETag')
  if (endpoint.linkedData) names.push('Vary')
  if (endpoint.linkedData && endpoint.query) names.push('Link')
  if (endpoint.body || endpoint.bodyType) names.push('Preference-Applied', 'X-Ignored-Fields')
  names.push(...(endpoint.headers ?? []))
  return names
}

/** The headers of a response with an error. */
export function errorHeaders(endpoint: Endpoint, status: number): HeaderName[] {
  if (status === 401) return ['X-Request-Id', 'WWW-Authenticate']
  const names: HeaderName[] = [...everyHeader(endpoint)]
  if (endpoint.plane === 'public' && status < 500) names.push('Link')
  if (endpoint.cost && !withoutCredits.has(status)) names.push(...credits)
  if (status === 429 || status === 503) names.push('Retry-After')
  if (acceptsIdempotencyKey(endpoint)) {
    if (status === 409) names.push('Retry-After')
    if (storedRefusals.has(status)) names.push('Idempotency-Replayed')
  }
  return names
}

/** References to these headers, by name. */
export function headerRefs(names: readonly HeaderName[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}

function everyHeader({ plane }: Endpoint): HeaderName[] {
  return plane === 'public' ? ['X-Request-Id', ...limits] : ['X-Request-Id']
}
