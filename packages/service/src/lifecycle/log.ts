import { currentSpan, isTracing } from '@jobboard/process/tracing/span'
import pino from 'pino'
import { type LogDestination, openLogDestination } from './log-destination.ts'

export type Log = pino.Logger

/** Structured JSON log of one service, on stdout by default. Log single facts, never headers, bodies, keys or
 * secrets. */
export function openLog(service: string, level: string, to?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: briefError },
    ...(isTracing() && { mixin: traceFields }),
  }
  return pino(options, to ?? openStdout())
}

/** The trace to which a line belongs. */
function traceFields(): object {
  const span = currentSpan()
  return span ? { traceId: span.traceId } : {}
}

let stdout: LogDestination | undefined

// One for the process: two would mix their lines up. The last lines before an exit or a crash are written too.
function openStdout(): LogDestination {
  if (stdout) return stdout
  stdout = openLogDestination(1)
  process.once('exit', stdout.flushSync)
  return stdout
}

// Messages and details of Postgres errors quote the values of the statement, which may be personal data:
// omitted.
function briefError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 300) }
  const { code, constraint, table, routine, severity } = error as Error & Record<string, unknown>
  const trace = error.stack?.slice(error.stack.indexOf('\n    at ')).slice(0, 2_000)
  if (severity) return { name: 'DatabaseError', code, constraint, table, routine, trace }
  return { name: error.name, code, message: error.message.slice(0, 300), trace }
}
