/** Why an attempt got no response; stored with the attempt and shown to operators. */
export type AttemptError =
  | 'blocked_target'
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'protocol'
  | 'network'
  /** The signing secret cannot be decrypted: its key is not in `WEBHOOK_SECRET_KEYS`, or its bytes changed. */
  | 'secret_unreadable'
  /** An unexpected exception, which is in the log. */
  | 'internal'

/** The receiver's response to one attempt, or the error that prevented one. */
export interface AttemptResponse {
  statusCode: number | null
  error: AttemptError | null
  /** The first 4 KiB. */
  responseBody: string | null
}

/** What is stored of an attempt that got no response. */
export function noResponse(error: AttemptError): AttemptResponse {
  return { statusCode: null, error, responseBody: null }
}

/** Any 2xx is a success; every other status and every error is a failure (D-52). */
export function isSuccess({ statusCode }: AttemptResponse): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode <= 299
}
