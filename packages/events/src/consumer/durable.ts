import type { ServiceName } from '@jobboard/contracts/endpoint'
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Bus } from '../nats/bus.ts'
import { ensureTopology, streamOf } from '../nats/topology.ts'

const MAX_ACK_PENDING = 64

/** Makes the stream and the durable consumer or brings it to the wanted settings. Safe to repeat and to race. */
export async function ensureDurable(
  bus: Bus,
  durable: string,
  filter: string,
  ackWaitMs: number,
): Promise<void> {
  const owner = ownerOf(filter)
  await ensureTopology(bus, [owner])
  const stream = streamOf(owner)
  const wanted = {
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    // Without a limit: one would skip events silently in a long outage. What never works ends as our dead letter.
    max_deliver: -1,
    max_ack_pending: MAX_ACK_PENDING,
  }
  const { consumers } = bus.jsm
  const current = await consumers.info(stream, durable).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound)
      return undefined
    throw error
  })
  if (!current) {
    const fixed = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
    await consumers.add(stream, { durable_name: durable, ...fixed, ...wanted })
    return
  }
  const { config } = current
  const same = Object.entries(wanted).every(([key, value]) => config[key as keyof typeof config] === value)
  if (!same) await consumers.update(stream, durable, wanted)
}

/** The service whose stream a filter reads. */
export function ownerOf(filter: string): ServiceName {
  return filter.split('.')[1] as ServiceName
}
