import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Bus } from './bus.ts'
import { isStreamMissing } from './stream-error.ts'
import { streamName } from './topology.ts'

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
