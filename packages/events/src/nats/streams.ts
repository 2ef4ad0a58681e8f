import type { ServiceName } from '@jobboard/contracts/endpoint'
import { type ConsumerInfo, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Bus } from './bus.ts'
import { isStreamMissing } from './stream-error.ts'
import { ensureTopology, stateStreamName, streamName } from './topology.ts'

/** The stream of a service's states. */
export interface StateStream {
  /** When it was created, by the clock of NATS: another value means that its messages and durables were lost. */
  created: string
  /** States that at least one consumer has not acknowledged, and their size. */
  messages: number
  bytes: number
  /** Limit of `bytes`. */
  maxBytes: number
}

/** Reads the stream of a service's states; creates it when it is missing, and then returns undefined. */
export async function readStateStream(bus: Bus, owner: ServiceName): Promise<StateStream | undefined> {
  try {
    const { created, state, config } = await bus.jsm.streams.info(stateStreamName(owner))
    return { created, messages: state.messages, bytes: state.bytes, maxBytes: config.max_bytes }
  } catch (error) {
    const isMissing = error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound
    if (!isMissing) throw error
    await ensureTopology(bus, [owner])
    return undefined
  }
}

/** How full a stream is. `maxBytes` is -1 for a stream without a limit. */
export interface StreamFill {
  bytes: number
  maxBytes: number
}

/** The fill of a service's stream; undefined when the stream does not exist. Throws while NATS is down. */
export async function streamFill(bus: Bus, owner: ServiceName): Promise<StreamFill | undefined> {
  try {
    const { config, state } = await bus.jsm.streams.info(streamName(owner))
    return { bytes: state.bytes, maxBytes: config.max_bytes }
  } catch (error) {
    if (isStreamMissing(error)) return undefined
    throw error
  }
}

/** Result of a purge: how many messages were deleted, and the durable that needs the oldest one that is left. */
export interface Purged {
  messages: number
  heldBy: string | undefined
}

/** Deletes the messages of a stream up to the first one that a durable has not acknowledged; the outbox keeps
 * them. `readers` are the durables that must exist: while one does not, nothing is deleted. */
export async function purgeAcknowledged(
  bus: Bus,
  stream: string,
  readers: readonly string[],
): Promise<Purged> {
  const { streams, consumers } = bus.jsm
  // Read before the consumers: what is published meanwhile stays.
  let upTo = (await streams.info(stream)).state.last_seq
  const durables: ConsumerInfo[] = []
  for await (const consumer of consumers.list(stream)) {
    // Others are the short-lived ones of an erasure, which acknowledge nothing.
    if (consumer.config.durable_name) durables.push(consumer)
  }
  const missing = readers.find((reader) => !durables.some(({ name }) => isReader(name, reader)))
  if (missing !== undefined) return { messages: 0, heldBy: missing }
  let heldBy: string | undefined
  for (const durable of durables) {
    const acknowledged = await acknowledgedTo(bus, stream, durable, upTo)
    if (acknowledged < upTo) heldBy = durable.name
    upTo = Math.min(upTo, acknowledged)
  }
  // To nats-server a purge up to sequence number 1 means the whole stream.
  if (upTo === 0) return { messages: 0, heldBy }
  const { purged } = await streams.purge(stream, { seq: upTo + 1 })
  return { messages: purged, heldBy }
}

/** The sequence number up to which a durable needs no message, at most `lastSeq`. */
async function acknowledgedTo(
  bus: Bus,
  stream: string,
  { ack_floor, num_ack_pending, config }: ConsumerInfo,
  lastSeq: number,
): Promise<number> {
  const floor = ack_floor.stream_seq
  if (num_ack_pending > 0 || floor >= lastSeq) return floor
  // Looked up, because `num_pending` of old servers can be wrong, and the floor of a rare subject stays low.
  const query = { seq: floor + 1, next_by_subj: config.filter_subject ?? '>' }
  const next = await bus.jsm.streams.getMessage(stream, query)
  return next ? next.seq - 1 : lastSeq
}

/** Whether a durable is this reader, or its durable of a later tokeniser version: `name_2`. */
function isReader(durable: string, reader: string): boolean {
  return (
    durable === reader || (durable.startsWith(`${reader}_`) && /^\d+$/.test(durable.slice(reader.length + 1)))
  )
}
