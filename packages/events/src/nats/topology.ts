import type { ServiceName } from '@jobboard/contracts/endpoint'
import { stateOwners, upstreamNames } from '@jobboard/contracts/services'
import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Bus, Log } from './bus.ts'
import { isStorageExceeded, isStreamMissing, StreamError } from './stream-error.ts'

/** Largest message, headers included: the default `max_payload` of nats-server. */
export const MAX_MESSAGE_BYTES = 1_048_576

const DAY_MS = 86_400_000
const NAME_IN_USE = 10058
/** Streams are created with this limit, so that all of them fit before the first one is raised. */
const SMALLEST_BYTES = 8_388_608
const STATE_BYTES = 67_108_864
const REPLICAS_MISSING =
  'the servers cannot have as many replicas of this stream; the next connection tries again'

/** Name of the stream with the events of a service. */
export const streamName = (owner: string): string => `EVT_${owner.toUpperCase()}`

/** Name of the stream with the states that a resync of a service publishes. */
export const stateStreamName = (owner: string): string => `STATE_${owner.toUpperCase()}`

/** Name of the stream that a consumer's filter reads. */
export function streamOfFilter(filter: string): string {
  const [kind, owner] = filter.split('.')
  return kind === 'state' ? stateStreamName(owner!) : streamName(owner!)
}

/** Creates the missing streams of these services, small; `raiseOwnStream` raises them. Idempotent and safe to run in
 * parallel. Waits for the first connection; throws while NATS is down later. */
export async function ensureTopology(bus: Bus, owners: readonly ServiceName[]): Promise<void> {
  await bus.ready()
  const unique = [...new Set(owners)]
  for (const owner of unique) await ensureStream(bus, streamConfig(owner, bus))
  // After the events, which matter more where storage is scarce.
  for (const owner of unique) {
    if (ownsStates(owner)) await ensureStream(bus, stateStreamConfig(owner, bus))
  }
}

const ownsStates = (owner: ServiceName): boolean => (stateOwners as readonly string[]).includes(owner)

/** Raises the replicas of a stream, or of the stream of a bucket, to `bus.streamReplicas`; never lowers them. Where the
 * servers cannot have so many now, the stream serves on as it is. Returns the stream. */
export async function raiseReplicas(
  { jsm, streamReplicas }: Pick<Bus, 'jsm' | 'streamReplicas'>,
  name: string,
  log: Log,
): Promise<StreamInfo> {
  const info = await jsm.streams.info(name)
  if (info.config.num_replicas >= streamReplicas) return info
  try {
    return await jsm.streams.update(name, { num_replicas: streamReplicas })
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error
    const { num_replicas: replicas } = info.config
    log.warn({ err: error, stream: name, replicas, wanted: streamReplicas }, REPLICAS_MISSING)
    return info
  }
}

/** Creates every missing stream and raises the limits of the service's own to `bus.streamLimits`, or as far as the
 * server has storage. Never lowers a limit: an operator may have raised it. Returns the stream. `othersExist` is
 * undefined when the streams of other services could not be read: raise again later, and publish meanwhile. */
export async function raiseOwnStream(
  bus: Bus,
  owner: ServiceName,
  log: Log,
): Promise<{ info: StreamInfo; othersExist: boolean | undefined }> {
  await ensureTopology(bus, [owner])
  // Before this one takes more: each service can publish, however little storage the server has.
  const othersExist = await ensureTopology(bus, upstreamNames).then(
    () => true,
    (error: unknown) => {
      log.warn({ err: error }, 'the streams of all services are not complete; this one serves on as it is')
      return error instanceof StreamError ? false : undefined
    },
  )
  const info = othersExist
    ? await raiseStream(bus, owner, log)
    : await bus.jsm.streams.info(streamName(owner))
  return { info, othersExist }
}

async function raiseStream(bus: Bus, owner: ServiceName, log: Log): Promise<StreamInfo> {
  const { streams } = bus.jsm
  const name = streamName(owner)
  if (ownsStates(owner)) {
    const states = await raiseReplicas(bus, stateStreamName(owner), log)
    await raiseBytes(bus, states, higher(states.config.max_bytes, STATE_BYTES, -1), log)
  }
  const current = await raiseReplicas(bus, name, log)
  const { max_bytes, ...wanted } = raised(current.config, streamConfig(owner, bus))
  const updated = differs(current.config, wanted) ? await streams.update(name, wanted) : current
  const info = await raiseBytes(bus, updated, max_bytes, log)
  warnOfDifferences(bus, info, log)
  return info
}

/** Raises the limit of a stream to `wanted` bytes, or to half of what a server with less storage has left: the streams of
 * other services need some of it. */
async function raiseBytes({ jsm }: Bus, info: StreamInfo, wanted: number, log: Log): Promise<StreamInfo> {
  const { name, max_bytes: current } = info.config
  if (wanted === current) return info
  const update = (maxBytes: number) => jsm.streams.update(name, { max_bytes: maxBytes })
  for (let size = wanted; size === wanted || size - current >= SMALLEST_BYTES; size = half(current, size)) {
    try {
      const raised = await update(size)
      return size === wanted ? raised : await update(half(current, size))
    } catch (error) {
      if (!isStorageExceeded(error)) throw error
      log.warn(
        { err: error, stream: name, maxBytes: size },
        'the server has no storage for this stream limit',
      )
    }
  }
  return info
}

const half = (from: number, to: number): number => Math.floor((from + to) / 2)

async function ensureStream(
  bus: Bus,
  wanted: ReturnType<typeof streamConfig> | ReturnType<typeof stateStreamConfig>,
): Promise<void> {
  const { streams } = bus.jsm
  const exists = await streams.info(wanted.name).then(
    () => true,
    (error: unknown) => {
      if (isStreamMissing(error)) return false
      throw error
    },
  )
  if (exists) return
  try {
    await streams.add({ ...wanted, max_bytes: Math.min(wanted.max_bytes, SMALLEST_BYTES) })
  } catch (error) {
    // Another process created it meanwhile.
    if (error instanceof JetStreamApiError && error.code === NAME_IN_USE) return
    if (!isStorageExceeded(error)) throw error
    const reason = (error as Error).message
    throw new StreamError('StreamMissing', `stream ${wanted.name} cannot be created: ${reason}`, error)
  }
}

function streamConfig(owner: ServiceName, { streamLimits }: Bus) {
  return {
    name: streamName(owner),
    subjects: [`evt.${owner}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    // A full stream rejects new events, which wait in the outbox; DiscardPolicy.Old would delete unread ones.
    discard: DiscardPolicy.New,
    allow_direct: true,
    duplicate_window: nanos(5 * 60_000),
    max_age: nanos(streamLimits.maxAgeDays * DAY_MS),
    max_bytes: streamLimits.maxBytes,
    max_msg_size: MAX_MESSAGE_BYTES,
    num_replicas: streamLimits.replicas,
  }
}

// Apart from the events: a million states neither fill the stream of the events nor delay one of them.
function stateStreamConfig(owner: ServiceName, bus: Bus) {
  return {
    ...streamConfig(owner, bus),
    name: stateStreamName(owner),
    subjects: [`state.${owner}.>`],
    // A state is deleted when every consumer has acknowledged it.
    retention: RetentionPolicy.Interest,
    max_bytes: STATE_BYTES,
  }
}

type Wanted = Omit<ReturnType<typeof streamConfig>, 'name'>

/** The settings of an update: ours, except limits that are higher on the server. */
function raised(current: StreamConfig, { name: _, ...wanted }: ReturnType<typeof streamConfig>): Wanted {
  return {
    ...wanted,
    max_age: higher(current.max_age, wanted.max_age, 0),
    max_bytes: higher(current.max_bytes, wanted.max_bytes, -1),
    max_msg_size: higher(current.max_msg_size ?? -1, wanted.max_msg_size, -1),
    // Raised before, where the servers have as many.
    num_replicas: current.num_replicas,
  }
}

function higher(current: number, wanted: number, unlimited: number): number {
  return current === unlimited ? current : Math.max(current, wanted)
}

function differs(current: StreamConfig, wanted: Partial<StreamConfig>): boolean {
  return Object.entries(wanted).some(
    ([key, value]) => JSON.stringify(current[key as keyof StreamConfig]) !== JSON.stringify(value),
  )
}

function warnOfDifferences(bus: Bus, { config }: StreamInfo, log: Log): void {
  const { maxBytes, maxAgeDays, replicas } = bus.streamLimits
  const onServer = {
    maxBytes: config.max_bytes,
    maxAgeDays: config.max_age / nanos(DAY_MS),
    replicas: config.num_replicas,
  }
  const configured = { maxBytes, maxAgeDays, replicas }
  if (JSON.stringify(onServer) === JSON.stringify(configured)) return
  log.warn({ stream: config.name, onServer, configured }, 'stream limits differ from the configured ones')
}
