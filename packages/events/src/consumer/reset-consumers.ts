import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Tx } from '@jobboard/db/sql'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Bus } from '../nats/bus.ts'
import { streamOf } from '../nats/topology.ts'
import type { Consumer } from './consumer.ts'
import { ownerOf } from './durable.ts'
import { durableOf } from './inbox.ts'

/** Lets consumers hear their whole streams again, 14 days at most, as if for the first time. Last in its transaction: what
 * comes before the commit waits for it, and after a rollback takes no second effect. Throws while NATS is away. */
export async function resetConsumers(
  sql: Tx,
  bus: Bus,
  service: ServiceName,
  consumers: readonly Consumer[],
): Promise<void> {
  const durables = consumers.map((consumer) => durableOf(service, consumer))
  await sql`delete from inbox where consumer = any(${durables})`
  for (const [i, consumer] of consumers.entries()) {
    // The running consumers miss their durables and make them again, from the start of the stream.
    await bus.jsm.consumers.delete(streamOf(ownerOf(consumer.filter)), durables[i]!).catch(unlessAbsent)
  }
}

function unlessAbsent(error: unknown): void {
  if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound) return
  throw error
}
