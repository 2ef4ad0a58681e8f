import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'

// nats-server, server/errors.json.
const STORE_FAILED = 10077
const STORAGE_EXCEEDED = new Set([
  10002, // resource limits exceeded for account
  10005, // no suitable peers for placement (a cluster without the storage)
  10023, // insufficient resources
  10047, // insufficient storage resources available
])

/** Events wait in the outbox because the stream does not accept them, or soon will not; `name` is for alerts on the log. */
export class StreamError extends Error {
  constructor(name: 'StreamFull' | 'StreamNearlyFull' | 'StreamMissing', message: string, cause: unknown) {
    super(message, { cause })
    this.name = name
  }
}

/** The stream does not exist (yet, or any more): create it and retry. */
export function isStreamMissing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.code === JetStreamApiCodes.StreamNotFound
  // The error of a subject without a stream is that of a server without JetStream; its class is not exported.
  return error instanceof Error && error.name === 'JetStreamNotEnabled'
}

/** The stream has reached its limits, or the server its storage limit. */
export function isStreamFull(error: unknown): boolean {
  return error instanceof JetStreamApiError && (error.code === STORE_FAILED || isStorageExceeded(error))
}

/** The server or account has not enough storage for a stream of this size. */
export function isStorageExceeded(error: unknown): boolean {
  return error instanceof JetStreamApiError && STORAGE_EXCEEDED.has(error.code)
}

/** The error that the log and the readiness of a service name, when the stream is the cause. */
export function namedStreamError(stream: string, error: unknown): unknown {
  if (isStreamMissing(error)) {
    return new StreamError(
      'StreamMissing',
      `stream ${stream} does not exist, or no server leads it; events wait in the outbox`,
      error,
    )
  }
  if (isStreamFull(error)) {
    const reason = (error as Error).message
    return new StreamError(
      'StreamFull',
      `stream ${stream} is full (${reason}); events wait in the outbox`,
      error,
    )
  }
  return error
}
