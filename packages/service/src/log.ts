import pino from 'pino'

export type Log = pino.Logger

/** Structured log of one service. Headers, bodies, keys and secrets never get into it: log facts, not objects. */
export function openLog(service: string, level: string): Log {
  return pino({
    level,
    base: { service },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: briefError },
  })
}

// Postgres puts the offending row into `detail` and `where`: personal data, so only these parts are written.
function briefError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? String(error.code) : undefined
  const constraint = 'constraint' in error ? String(error.constraint) : undefined
  return {
    name: error.name,
    code,
    constraint,
    message: error.message.slice(0, 300),
    stack: error.stack?.slice(0, 2_000),
  }
}
