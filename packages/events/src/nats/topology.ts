import type { ServiceName } from '@jobboard/contracts/endpoint'
import { stateOwners } from '@jobboard/contracts/services'
import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'

/** Largest message, headers included: the default `max_payload` of nats-server. */
export const MAX_MESSAGE_BYTES = 1_048_576

const DAY_MS = 86_400_000
const NAME_IN_USE = 10058

/** Name of the stream with the events of a service. */
export const streamName = (owner: string): string => `EVT_${owner.toUpperCase()}`

/** Name of the stream with the states that a resync of a service publishes (P-75). */
export const stateStreamName = (owner: string): string => `STATE_${owner.toUpperCase()}`

/** Name of the stream that a consumer's filter reads. */
export function streamOfFilter(filter: string): string {
  const [kind, owner] = filter.split('.')
  return kind === 'state' ? stateStreamName(owner!) : streamName(owner!)
}

/** Creates or updates the streams of these services. Idempotent and safe to run in parallel; run it again
 * after the JetStream store was lost. Waits for the first connection; throws while NATS is down later. */
export async function ensureTopology(bus: Bus, owners: readonly ServiceName[]): Promise<void> {
  await bus.ready()
  for (const owner of new Set(owners)) {
    await ensureStream(bus, eventStream(owner, bus.streamReplicas))
    if ((stateOwners as readonly string[]).includes(owner)) {
      await ensureStream(bus, stateStream(owner, bus.streamReplicas))
    }
  }
}

type WantedStream = ReturnType<typeof eventStream> | ReturnType<typeof stateStream>

async function ensureStream(bus: Bus, wanted: WantedStream): Promise<void> {
  const { streams } = bus.jsm
  const current = await streams.info(wanted.name).catch(undefinedIfNotFound)
  if (!current) {
    await streams.add(wanted).catch((error: unknown) => {
      // Another process created it meanwhile.
      if (!(error instanceof JetStreamApiError && error.code === NAME_IN_USE)) throw error
    })
    return
  }
  const { name: _, ...settings } = wanted
  const differs = Object.entries(settings).some(([key, value]) => {
    return JSON.stringify(current.config[key as keyof StreamConfig]) !== JSON.stringify(value)
  })
  if (differs) await streams.update(wanted.name, settings)
}

function eventStream(owner: ServiceName, replicas: number) {
  return {
    name: streamName(owner),
    subjects: [`evt.${owner}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    // A full stream rejects new events, which wait in the outbox; DiscardPolicy.Old would delete unread ones.
    discard: DiscardPolicy.New,
    allow_direct: true,
    duplicate_window: nanos(5 * 60_000),
    max_age: nanos(14 * DAY_MS),
    max_bytes: 1_073_741_824,
    max_msg_size: MAX_MESSAGE_BYTES,
    num_replicas: replicas,
  }
}

// Apart from the events: a million states neither fill the stream of the events nor delay one of them.
function stateStream(owner: ServiceName, replicas: number) {
  return {
    ...eventStream(owner, replicas),
    name: stateStreamName(owner),
    subjects: [`state.${owner}.>`],
    // A state is deleted when every consumer has acknowledged it.
    retention: RetentionPolicy.Interest,
    max_bytes: 268_435_456,
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return undefined
  throw error
}
