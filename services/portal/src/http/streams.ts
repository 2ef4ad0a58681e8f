import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@jobboard/contracts/error'
import type { Log } from '@jobboard/service/lifecycle/log'
import type { FastifyReply } from 'fastify'
import type { Taker } from './pace.ts'
import type { Download, Stream, Visit } from './page.ts'

/** Time between two looks at what is new; each is up to a fifth longer or shorter, so that streams spread. */
export const STREAM_TICK_MS = 2_000
/** A proxy closes what is silent for longer, and a browser that is gone is noticed by writing. */
const HEARTBEAT_MS = 15_000
/** Before a browser connects again. */
const RETRY_MS = 3_000

/** Open streams of one person, of one employer, and of this process; above it the oldest one ends. */
export const MAX_STREAMS_PER_PERSON = 10
const MAX_STREAMS_PER_EMPLOYER = 100
const MAX_STREAMS = 1_000

export interface Streams {
  /** Serves a stream until the browser leaves, until `revisit` gives none because the session, the person or the role is no
   * longer that of the start, until newer ones take its place, or until `endAll`. */
  send(reply: FastifyReply, viewer: Taker, stream: Stream, revisit: () => Promise<Visit | undefined>): void
  /** Ends all; each browser connects again, to another process. */
  endAll(): void
}

/** Why a stream ends whose place a newer one has taken. */
const PAUSED = Symbol('paused')

export function openStreams(): Streams {
  // The oldest first.
  const open = new Map<AbortController, Taker>()
  const makeRoom = (max: number, isOf: (viewer: Taker) => boolean) => {
    const streams = [...open].filter(([, viewer]) => isOf(viewer))
    if (streams.length >= max) end(streams[0]![0])
  }
  const end = (ending: AbortController) => {
    open.delete(ending)
    ending.abort(PAUSED)
  }
  return {
    send(reply, viewer, stream, revisit) {
      makeRoom(MAX_STREAMS_PER_PERSON, ({ person }) => person === viewer.person)
      makeRoom(MAX_STREAMS_PER_EMPLOYER, ({ employer }) => employer === viewer.employer)
      if (open.size >= MAX_STREAMS) {
        const largest = largestOf([...open.values()].map(({ employer }) => employer))
        makeRoom(1, ({ employer }) => employer === largest)
      }
      const ending = new AbortController()
      open.set(ending, viewer)
      reply.raw.once('close', () => {
        open.delete(ending)
        ending.abort()
      })
      void reply
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

/** The employer that is named most often. */
function largestOf(employers: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const employer of employers) counts.set(employer, (counts.get(employer) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** `event: state` says `live` or, while a service cannot be reached, `late`; `event: paused` that newer streams have taken its
 * place; `event: end` that it is over for good. */
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
  if (signal.reason === PAUSED) yield 'event: paused\ndata: paused\n\n'
}

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

/** Files that are sent at a time, to one employer and by this process; one person gets one. */
const MAX_PER_EMPLOYER = 4
const MAX_IN_ALL = 16
/** A file that takes longer breaks off: who stops reading keeps no place. */
const MAX_MS = 600_000
/** How often the session, the person and the role are looked at. */
const REVISIT_MS = 5_000

export interface Downloads {
  /** Sends a file as fast as the browser takes it. Where a service fails, or `revisit` gives none because the session, the
   * person or the role is no longer that of the start, the connection breaks off, so that nobody takes the part for the
   * whole. False, and nothing sent, while as many are under way as may be. */
  send(
    reply: FastifyReply,
    taker: Taker,
    download: Download,
    visit: Visit,
    revisit: () => Promise<Visit | undefined>,
  ): boolean
}

export function openDownloads(log: Log, maxMs = MAX_MS): Downloads {
  const sending = new Set<Taker>()
  const count = (name: keyof Taker, taker: Taker) =>
    [...sending].filter((one) => one[name] === taker[name]).length
  return {
    send(reply, taker, { name, lines }, visit, revisit) {
      const isFull =
        count('person', taker) > 0 ||
        count('employer', taker) >= MAX_PER_EMPLOYER ||
        sending.size >= MAX_IN_ALL
      if (isFull) return false
      const place = { ...taker }
      sending.add(place)
      let current = visit
      let lookedAtMs = performance.now()
      const again = async () => {
        if (performance.now() - lookedAtMs < REVISIT_MS) return current
        const next = await revisit()
        if (!next) throw new Error('the session ended during a download')
        lookedAtMs = performance.now()
        current = next
        return current
      }
      const body = Readable.from(lines(again), { highWaterMark: 1 })
      body.once('error', (err) => log.warn({ err }, 'download broke off'))
      const end = setTimeout(() => body.destroy(new Error('a download took too long')), maxMs)
      reply.raw.once('close', () => {
        clearTimeout(end)
        sending.delete(place)
      })
      void reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(body)
      return true
    },
  }
}
