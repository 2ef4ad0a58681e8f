import type { StreamInfo } from '@nats-io/jetstream'
import type { Bus, Log } from '../nats/bus.ts'
import type { OutboxRow } from '../nats/message.ts'
import { StreamError } from '../nats/stream-error.ts'
import { purgeAcknowledged } from '../nats/streams.ts'

/** Above this, messages that every durable has acknowledged are deleted. */
const PURGE_ABOVE = 0.8
/** Other events than erasures stop here: the rest of the stream is reserved for erasures. */
const ORDINARY_LIMIT = 0.95
/** How often the fill of a stream above 80 % is read again: a reader may have caught up. */
const RECHECK_MS = 2_000
/** After this share of the stream was published, its real fill is read again. */
const RECHECK_SHARE = 0.05
/** Upper bound of what a message takes beside its payload: subject, headers and the record of the server. */
const MESSAGE_OVERHEAD_BYTES = 2_048

/** Keeps a stream from filling up, as its only publisher. */
export interface StreamRoom {
  /** Takes the fill of the stream, and deletes what is acknowledged when it is above 80 %. */
  update(stream: StreamInfo): Promise<void>
  /** Whether the fill must be read again before the next batch. */
  needsUpdate(): boolean
  /** The first rows that fit: erasures always, others while the stream is below 95 %. */
  admit(rows: readonly OutboxRow[]): OutboxRow[]
  /** False: only erasures are worth reading. */
  isOpen(): boolean
  /** Why the stream accepts no more events, or soon will not; undefined below 80 %. */
  problem(): StreamError | undefined
}

/** The room of the stream `stream`, whose durables `readers` must have acknowledged what is deleted. */
export function openStreamRoom({
  bus,
  stream,
  readers,
  log,
}: {
  bus: Bus
  stream: string
  readers: readonly string[]
  log: Log
}): StreamRoom {
  let maxBytes = -1
  let bytes = 0
  let unchecked = 0
  let isFull = false
  let updatedAt = 0
  let heldBy: string | undefined

  const isAbove = (share: number) => maxBytes > 0 && bytes > share * maxBytes

  async function purge(): Promise<void> {
    // Events are published without it as long as there is room.
    const purged = await purgeAcknowledged(bus, stream, readers).catch((error: unknown) => {
      log.warn({ err: error, stream }, 'acknowledged messages not deleted, retrying')
    })
    heldBy = purged?.heldBy
    if (!purged?.messages) return
    const { state } = await bus.jsm.streams.info(stream)
    log.info(
      { stream, messages: purged.messages, bytesBefore: bytes, bytes: state.bytes },
      'acknowledged messages deleted',
    )
    bytes = state.bytes
  }

  return {
    async update({ config, state }) {
      maxBytes = config.max_bytes
      bytes = state.bytes
      heldBy = undefined
      if (isAbove(PURGE_ABOVE)) await purge()
      unchecked = 0
      updatedAt = performance.now()
      isFull = isAbove(ORDINARY_LIMIT)
    },
    needsUpdate() {
      if (isFull || (maxBytes > 0 && unchecked > RECHECK_SHARE * maxBytes)) return true
      return isAbove(PURGE_ABOVE) && performance.now() - updatedAt > RECHECK_MS
    },
    isOpen: () => !isFull,
    admit(rows) {
      const admitted: OutboxRow[] = []
      for (const row of rows) {
        const size = Buffer.byteLength(row.payload) + MESSAGE_OVERHEAD_BYTES
        const fits = maxBytes <= 0 || bytes + size <= ORDINARY_LIMIT * maxBytes
        // Rows after it wait too, so that the order within an aggregate is kept.
        if (!row.isErasure && !fits) {
          isFull = true
          break
        }
        bytes += size
        unchecked += size
        admitted.push(row)
      }
      return admitted
    },
    problem() {
      const percent = Math.floor((100 * bytes) / maxBytes)
      const holder = heldBy ? `; ${heldBy} has not acknowledged its messages` : ''
      if (isFull) {
        const message = `stream ${stream} is full (${percent} % of ${maxBytes} bytes)${holder}; events wait in the outbox, except erasures`
        return new StreamError('StreamFull', message, undefined)
      }
      if (!isAbove(PURGE_ABOVE)) return undefined
      const message = `stream ${stream} is ${percent} % full (${maxBytes} bytes)${holder}`
      return new StreamError('StreamNearlyFull', message, undefined)
    },
  }
}
