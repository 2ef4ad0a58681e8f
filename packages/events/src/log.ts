type Line = (details: object, message: string) => void

/** What this package needs of a pino logger. Event payloads are never logged. */
export interface Log {
  info: Line
  warn: Line
  error: Line
}
