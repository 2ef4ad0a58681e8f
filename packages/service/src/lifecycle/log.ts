import * as nodeFs from 'node:fs'
import { currentSpan, isTracing } from '@jobboard/process/tracing/span'
import pino from 'pino'

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

/** Where pino writes its lines. */
export interface LogDestination {
  write(line: string): void
  /** Writes what is left, unless the file cannot take it. */
  flushSync(): void
}

/** Memory for lines that wait for the file. */
const MAX_WAITING_CHARACTERS = 1_048_576
const RETRY_MS = 1_000
/** A pipe whose reader is slow. */
const RETRY_PIPE_MS = 10
const SYNC_ATTEMPTS = 100

/** Writes lines to a descriptor off the event loop, those of one tick together. While the disk is full lines
 * wait, up to 2 MiB, then they are dropped, and their number is written once there is space: it never ends the
 * process. (SonicBoom, pino's own, throws then, and its flushSync retries without end.) */
export function openLogDestination(
  fd: number,
  fs: Pick<typeof nodeFs, 'write' | 'writeSync'> = nodeFs,
): LogDestination {
  let waiting: string[] = []
  let characters = 0
  let lost = 0
  let unwritten = Buffer.alloc(0)
  let isWriting = false
  let isScheduled = false

  const takeWaiting = () => {
    if (lost > 0)
      waiting.push(`${JSON.stringify({ level: 'warn', msg: 'log lines were lost', lines: lost })}\n`)
    const text = Buffer.from(waiting.join(''))
    waiting = []
    characters = 0
    lost = 0
    return text
  }
  const writeNext = () => {
    isScheduled = false
    if (isWriting) return
    if (unwritten.length === 0) unwritten = takeWaiting()
    if (unwritten.length === 0) return
    isWriting = true
    fs.write(fd, unwritten, 0, unwritten.length, null, (error, count) => {
      isWriting = false
      if (error) {
        isScheduled = true
        setTimeout(writeNext, error.code === 'EAGAIN' ? RETRY_PIPE_MS : RETRY_MS).unref()
        return
      }
      unwritten = unwritten.subarray(count)
      writeNext()
    })
  }

  return {
    write(line) {
      if (characters + line.length > MAX_WAITING_CHARACTERS) {
        lost++
        return
      }
      waiting.push(line)
      characters += line.length
      if (isWriting || isScheduled) return
      isScheduled = true
      setImmediate(writeNext)
    },
    flushSync() {
      // A write that has begun is completed by Node's thread pool.
      let rest = isWriting ? takeWaiting() : Buffer.concat([unwritten, takeWaiting()])
      if (!isWriting) unwritten = Buffer.alloc(0)
      for (let attempt = 0; rest.length > 0 && attempt < SYNC_ATTEMPTS; attempt++) {
        try {
          rest = rest.subarray(fs.writeSync(fd, rest))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_PIPE_MS)
        }
      }
    },
  }
}
