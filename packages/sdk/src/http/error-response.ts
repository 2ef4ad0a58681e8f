import {
  AuthenticationError,
  ConflictError,
  type ErrorParts,
  type FieldError,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  InvalidStateError,
  JobBoardError,
  NoCreditsError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
} from '../errors.ts'

const classes: Record<number, new (parts: ErrorParts) => JobBoardError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: NoCreditsError,
  403: PermissionError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: IdempotencyKeyReusedError,
  429: RateLimitError,
}

const NOT_ACCEPTED =
  'The API key is not accepted: it is missing, unknown, expired, revoked, not yet approved, or of the wrong kind. ' +
  'Recruiter keys start with pk_live_, candidate keys with ck_live_ (pk_test_ and ck_test_ in a sandbox), and each kind works on its own calls only.'
const REDIRECTED = 'The server redirects, which the API never does: check baseUrl.'

/** The error of a response that is not a success. */
export function errorOf(
  response: Response,
  text: string,
  { url, idempotencyKey }: { url: string; idempotencyKey: string | undefined },
): JobBoardError {
  const { status, headers } = response
  const body = parseEnvelope(text)
  const code = body.code ?? (status === 401 ? 'unauthorized' : undefined)
  const parts = {
    message: body.detail ?? body.message ?? defaultMessage(status),
    status,
    code,
    details: body.errors,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSeconds(headers.get('retry-after')),
    idempotencyKey,
    helpUrl: helpUrl(headers.get('link'), url),
  }
  if (code === 'invalid_state') return new InvalidStateError(parts)
  if (status >= 500) return new ServerError(parts)
  return new (classes[status] ?? JobBoardError)(parts)
}

/** The error of a success whose body is not JSON: the response of something that is not the API. */
export function notJsonError(response: Response): JobBoardError {
  const type = response.headers.get('content-type') ?? 'no Content-Type'
  return new JobBoardError({
    message: `The response is not JSON but ${type}: check baseUrl.`,
    status: response.status,
    code: 'not_json',
  })
}

function defaultMessage(status: number): string {
  if (status === 401) return NOT_ACCEPTED
  // A browser reports a redirect that it does not follow as status 0.
  if (status === 0 || (status >= 300 && status < 400 && status !== 304)) return REDIRECTED
  return `The server responded with status ${status} and no error body.`
}

interface Envelope {
  code?: string
  message?: string
  detail?: string
  errors?: FieldError[]
}

// A proxy in front of the API may respond with HTML.
function parseEnvelope(text: string): Envelope {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** The target of `Link: <...>; rel="help"`, which is relative to the request. */
function helpUrl(header: string | null, requestUrl: string): string | undefined {
  const target = /<([^<>]*)>; ?rel="?help"?/.exec(header ?? '')?.[1]
  return target !== undefined && URL.canParse(target, requestUrl)
    ? new URL(target, requestUrl).href
    : undefined
}

const MAX_RETRY_AFTER_SECONDS = 2 ** 31 - 1
// The three forms of RFC 9110 §5.6.7; `Date.parse` alone takes "-5" for a date.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/

/** Seconds of a `Retry-After` header: a whole number, or an HTTP date as proxies send it. Undefined for anything else. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_SECONDS)
  if (!HTTP_DATE.test(text)) return undefined
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  if (Number.isNaN(date)) return undefined
  return Math.min(Math.max(0, Math.ceil((date - now) / 1_000)), MAX_RETRY_AFTER_SECONDS)
}
