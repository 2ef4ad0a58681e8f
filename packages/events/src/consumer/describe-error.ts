import { z } from 'zod'

const MAX_LENGTH = 2_000
/** Postgres text cannot contain NUL. */
const NUL = /\0/g

/** The text of an error as it is stored and shown to operators: class, code and place, without the values of the
 * event. */
export function describeError(error: unknown): string {
  return describe(error).replace(NUL, '').slice(0, MAX_LENGTH)
}

function describe(error: unknown): string {
  if (error instanceof z.core.$ZodError) {
    return `breaks its contract: ${error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`
  }
  if (!(error instanceof Error)) return typeof error === 'string' ? error : `threw a ${typeof error}`
  // Messages of Postgres quote values, and those of JSON.parse the text.
  if ('severity' in error) return describeDatabaseError(error as DatabaseError)
  if (error instanceof SyntaxError) return error.name
  return String(error)
}

interface DatabaseError extends Error {
  code?: string
  constraint?: string
  table?: string
  routine?: string
}

function describeDatabaseError({ code, constraint, table, routine }: DatabaseError): string {
  const parts = Object.entries({ code, table, constraint, routine }).filter(([, value]) => value)
  return `DatabaseError: ${parts.map(([name, value]) => `${name} ${value}`).join(', ')}`
}
