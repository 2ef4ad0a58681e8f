import type { AttemptError } from '../domain/attempt-response.ts'

// By error code, or by name where there is no code. The first match wins.
const errorClasses: [RegExp, AttemptError][] = [
  [/^blocked_target$/, 'blocked_target'],
  [/Abort|Timeout|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, 'timeout'],
  [/ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADRESP|EDNS/, 'dns'],
  [/ECONNREFUSED/, 'refused'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, 'reset'],
  [/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/, 'tls'],
  [/^HPE_|HTTPParser|UND_ERR_/, 'protocol'],
]

/** Classifies what the HTTP client threw; `network` when nothing more specific matches. */
export function classifyError(error: unknown): AttemptError {
  if (!(error instanceof Error)) return 'network'
  const text = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return errorClasses.find(([pattern]) => pattern.test(text))?.[1] ?? 'network'
}
