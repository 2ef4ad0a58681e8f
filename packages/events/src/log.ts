type LogLine = (details: object, message: string) => void

/** The part of a pino logger that this package uses. Event payloads are never logged. */
export interface Log {
  info: LogLine
  warn: LogLine
  error: LogLine
}
