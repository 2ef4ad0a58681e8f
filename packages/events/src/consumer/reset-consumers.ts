import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Tx } from '@jobboard/db/sql'
import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Bus } from '../nats/bus.ts'
import { streamOfFilter } from '../nats/topology.ts'
import type { Consumer } from './consumer.ts'
import { durableName } from './inbox.ts'

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
