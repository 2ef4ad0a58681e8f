import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Tx } from '@jobboard/db/sql'
import { AckPolicy, DeliverPolicy, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import type { Bus } from '../nats/bus.ts'
import { ensureTopology, streamOfFilter } from '../nats/topology.ts'
import { type Consumer, durableName, isStateFilter } from './consumer.ts'

/** Events of all replicas that are handled or wait in memory. After the end of a process they wait for their retries. */
export const MAX_ACK_PENDING = 128
/** States are handled by several replicas at once, and a second delivery costs nothing. */
const MAX_ACK_PENDING_STATES = 400

/** Creates or updates the stream and the durable consumer. Idempotent and safe to run in parallel. */
export async function ensureDurable(
  bus: Bus,
  durable: string,
  filter: string,
  ackWaitMs: number,
): Promise<void> {
  const owner = ownerOfFilter(filter)
  await ensureTopology(bus, [owner])
  const stream = streamOfFilter(filter)
  const wanted = {
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    // Unlimited: a limit would silently skip events during a long outage. Poison events are dead-lettered.
    max_deliver: -1,
    max_ack_pending: isStateFilter(filter) ? MAX_ACK_PENDING_STATES : MAX_ACK_PENDING,
  }
  const { consumers } = bus.jsm
  const current = await consumers.info(stream, durable).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound)
      return undefined
    throw error
  })
  if (!current) {
    const immutable = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
    await consumers.add(stream, { durable_name: durable, ...immutable, ...wanted })
    return
  }
  const { config } = current
  const same = Object.entries(wanted).every(([key, value]) => config[key as keyof typeof config] === value)
  if (!same) await consumers.update(stream, durable, wanted)
}

/** The service whose stream a filter reads. */
function ownerOfFilter(filter: string): ServiceName {
  return filter.split('.')[1] as ServiceName
}

/** Makes consumers process their whole streams (14 days) again. Call it last in the transaction: redelivered
 * events wait for the commit, and after a rollback they are duplicates. Throws while NATS is down. */
export async function resetConsumers(
  sql: Tx,
  bus: Bus,
  service: ServiceName,
  consumers: readonly Consumer[],
): Promise<void> {
  const durables = consumers.map((consumer) => durableName(service, consumer))
  await sql`delete from inbox where consumer = any(${durables})`
  for (const [i, consumer] of consumers.entries()) {
    // The running consumer notices the missing durable and creates it again, from the start of the stream.
    await bus.jsm.consumers.delete(streamOfFilter(consumer.filter), durables[i]!).catch(ignoreNotFound)
  }
}

function ignoreNotFound(error: unknown): void {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return
  throw error
}
