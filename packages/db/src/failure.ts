import pg from 'pg'

/** A failure of the connection or the pool, with a code: `DATABASE_TIMEOUT` or `DATABASE_CONNECTION_LOST`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: 'DATABASE_TIMEOUT' | 'DATABASE_CONNECTION_LOST'

  constructor(code: ConnectionError['code'], message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

// The errors of pg 8.23 that have no code, by their exact messages.
const CLIENT_ERRORS: Record<string, ConnectionError['code']> = {
  'Query read timeout': 'DATABASE_TIMEOUT',
  'timeout expired': 'DATABASE_TIMEOUT',
  'timeout exceeded when trying to connect': 'DATABASE_TIMEOUT',
  'Connection terminated due to connection timeout': 'DATABASE_TIMEOUT',
  'Connection terminated': 'DATABASE_CONNECTION_LOST',
  'Connection terminated unexpectedly': 'DATABASE_CONNECTION_LOST',
  'Client has encountered a connection error and is not queryable': 'DATABASE_CONNECTION_LOST',
  'Client was closed and is not queryable': 'DATABASE_CONNECTION_LOST',
}

/** Rethrows an error of the pg client; one without a code becomes a `ConnectionError`. */
export function rethrow(error: unknown): never {
  if (error instanceof Error && !('code' in error) && Object.hasOwn(CLIENT_ERRORS, error.message)) {
    throw new ConnectionError(CLIENT_ERRORS[error.message]!, error.message, error)
  }
  throw error
}

// 08 connection, 53 resources (disk full, memory, connections), 58 input or output of the server, 57P server
// shutting down, 57014 statement timeout, 55P03 lock timeout, 40001 and 40P01 serialization and deadlock,
// 25006 read-only after a failover, 25P03 and 25P04 transaction timeouts.
const UNAVAILABLE_SQLSTATES = /^(08...|53...|58...|57P0.|57014|55P03|40001|40P01|25006|25P03|25P04)$/
const UNAVAILABLE_SYSTEM_CODES =
  /^(ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** True when the database is unreachable, overloaded or aborted the statement: the same call may succeed
 * later (503). Decided by codes, never by the words of a message. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionError || isStalePlan(error)) return true
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return UNAVAILABLE_SQLSTATES.test(code) || UNAVAILABLE_SYSTEM_CODES.test(code)
}

// Bad value, violated constraint, transaction rollback, bad statement, object not ready, raised by a function.
const CONNECTION_SURVIVES = /^(22...|23...|40...|42...|55...|57014|P0...)$/

/** True when the connection can run other statements after this error of one. */
export function isReusableAfter(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONNECTION_SURVIVES.test(error.code ?? '')
}

/** True when the statement was not run, because one before it in its transaction had failed. Of
 * statements that are sent together it may be rejected before that one. */
export function isFollowing(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}

/** True when the statement was not run, because a migration changed the columns that it returns after it was prepared on
 * this connection. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}
