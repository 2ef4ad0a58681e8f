/** True when the database is unreachable, overloaded or aborted the statement: the same call may succeed
 * later (503). */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return UNAVAILABLE_CODES.test(code) || UNAVAILABLE_MESSAGES.test(error.message)
}

/** True when the error is a violation of the named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint
}

// 08 connection, 53 resources, 57P server shutting down, 40001/40P01 serialization and deadlock.
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0.|57014|40001|40P01|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const UNAVAILABLE_MESSAGES =
  /timeout|Connection terminated|not queryable|Client has encountered a connection error/i
