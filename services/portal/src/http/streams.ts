import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@jobboard/contracts/error'
import type { FastifyReply } from 'fastify'
import type { Stream } from './outcome.ts'
import type { Visit } from './visit.ts'

/** Time between two looks at what is new; each is up to a fifth longer or shorter, so that streams spread. */
export const STREAM_TICK_MS = 2_000
/** A proxy closes what is silent for longer, and a browser that is gone is noticed by writing. */
const HEARTBEAT_MS = 15_000
/** Before a browser connects again. */
const RETRY_MS = 3_000

/** Open streams of one session, and of this process (P-472). */
export const MAX_STREAMS_PER_SESSION = 10
const MAX_STREAMS = 1_000

/** Serves streams of server-sent events, and ends them. */
export interface Streams {
  /** False when the session or the process has as many as it may. */
  admits(sessionId: number): boolean
  /** Serves a stream until the browser leaves, until `revisit` gives none because the session, the person or the role is no
   * longer that of the start, or until `endAll`. */
  send(
    reply: FastifyReply,
    sessionId: number,
    stream: Stream,
    revisit: () => Promise<Visit | undefined>,
  ): FastifyReply
  /** Ends all; each browser connects again, to another process. */
  endAll(): void
}

export function openStreams(): Streams {
  const open = new Map<AbortController, number>()
  return {
    admits(sessionId) {
      const own = [...open.values()].filter((id) => id === sessionId).length
      return open.size < MAX_STREAMS && own < MAX_STREAMS_PER_SESSION
    },
    send(reply, sessionId, stream, revisit) {
      const ending = new AbortController()
      open.set(ending, sessionId)
      reply.raw.once('close', () => {
        open.delete(ending)
        ending.abort()
      })
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'x-accel-buffering': 'no',
          // Kept alive, it would keep a stopping server waiting.
          connection: 'close',
        })
        .send(Readable.from(events(stream, revisit, ending.signal)))
    },
    endAll() {
      for (const ending of open.keys()) ending.abort()
    },
  }
}

/** `event: state` says `live` or, while a service cannot be reached, `late`; `event: end` that it is over for good. */
async function* events(
  { next }: Stream,
  revisit: () => Promise<Visit | undefined>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`
  let writtenAtMs = performance.now()
  let state = ''
  while (!signal.aborted) {
    const visit = await revisit()
    if (!visit) return yield 'event: end\ndata: ended\n\n'
    const found = await read(next, visit)
    const stateNow = found === undefined ? 'late' : 'live'
    const text = (found ?? '') + (stateNow === state ? '' : `event: state\ndata: ${stateNow}\n\n`)
    state = stateNow
    const isSilent = performance.now() - writtenAtMs > HEARTBEAT_MS
    if (text || isSilent) {
      yield text || ': still here\n\n'
      writtenAtMs = performance.now()
    }
    await sleep(STREAM_TICK_MS * (0.8 + 0.4 * Math.random()), undefined, { signal, ref: false }).catch(
      () => {},
    )
  }
}

/** What is new; undefined while the service cannot be reached. */
async function read(next: Stream['next'], visit: Visit): Promise<string | undefined> {
  try {
    return await next(visit)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') return undefined
    throw error
  }
}

/** One server-sent event; `id` comes back as `Last-Event-ID` when the browser connects again. */
export function eventOf(name: string, data: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
