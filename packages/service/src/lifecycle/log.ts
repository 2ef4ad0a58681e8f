import pino from 'pino'

export type Log = pino.Logger

/** Structured log of one service, on stdout unless told. Headers, bodies, keys and secrets never get into it: log facts,
 * not objects. */
export function openLog(service: string, level: string, to?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: briefError },
  }
  return to ? pino(options, to) : pino(options)
}

// Postgres repeats what it was given in messages and details: personal data, so only its codes and names are written.
function briefError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 300) }
  const { code, constraint, table, routine, severity } = error as Error & Record<string, unknown>
  const trace = error.stack?.slice(error.stack.indexOf('\n    at ')).slice(0, 2_000)
  if (severity) return { name: 'DatabaseError', code, constraint, table, routine, trace }
  return { name: error.name, code, message: error.message.slice(0, 300), trace }
}
