import type { ServiceName } from '@jobboard/contracts/endpoint'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Bus } from './bus.ts'
import { ensureTopology, stateStreamName } from './topology.ts'

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
