import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import type { Bus } from '../nats/bus.ts'
import { type OutboxRow, toMessage } from '../nats/message.ts'

const MAX_IN_FLIGHT = 128

/** What became of a batch: the rows that the stream holds, and the first failure. */
export interface Published {
  acked: number[]
  failure?: unknown
  /** The failure is not about one event: trying the others makes no sense now. */
  down: boolean
}

/** Publishes rows: one aggregate's in order and each after the one before is held, different aggregates side by side.
 * So what is acked is always a prefix per aggregate, and no newer event overtakes an older one. */
export async function publishBatch(bus: Bus, rows: readonly OutboxRow[]): Promise<Published> {
  const result: Published = { acked: [], down: false }
  const lanes = [...Map.groupBy(rows, (row) => row.aggregateId).values()]

  let next = 0

  async function work(): Promise<void> {
    for (let lane = lanes[next++]; lane; lane = lanes[next++]) {
      for (const row of lane) {
        if (result.down) return
        try {
          const { headers, bytes } = toMessage(row)
          // The stream drops a second message with this id: a crash between here and the mark does no harm.
          await bus.js.publish(row.subject, bytes, { msgID: row.eventId, headers })
          result.acked.push(row.id)
        } catch (error) {
          result.failure ??= error
          result.down ||= isDown(error)
          break
        }
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, lanes.length) }, work))
  return result
}

/** The stream is not there (yet, or any more): make it and try again. */
export function isStreamMissing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.code === JetStreamApiCodes.StreamNotFound
  // The class is not exported; a subject without a stream answers like a server without JetStream.
  return error instanceof Error && error.name === 'JetStreamNotEnabled'
}

function isDown(error: unknown): boolean {
  return (
    isStreamMissing(error) ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.RequestError ||
    error instanceof errors.ClosedConnectionError ||
    error instanceof errors.DrainingConnectionError
  )
}
