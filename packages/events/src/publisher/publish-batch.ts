import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import type { Bus } from '../nats/bus.ts'
import { type OutboxRow, toMessage } from '../nats/message.ts'

const MAX_IN_FLIGHT = 128

/** Result of a batch: the ids of the rows that the stream has stored, and the first failure. */
export interface BatchResult {
  acked: number[]
  failure?: unknown
  /** NATS or the stream is unavailable, so the rest of the batch was skipped. */
  unavailable: boolean
}

/** Publishes up to 128 aggregates in parallel, and the rows of one aggregate one after the other, each after
 * the ack of the one before. A failure stops its aggregate, so the acked rows are a prefix per aggregate. */
export async function publishBatch(bus: Bus, rows: readonly OutboxRow[]): Promise<BatchResult> {
  const result: BatchResult = { acked: [], unavailable: false }
  const lanes = [...Map.groupBy(rows, (row) => row.aggregateId).values()]

  let next = 0

  async function publishLanes(): Promise<void> {
    for (let lane = lanes[next++]; lane; lane = lanes[next++]) {
      for (const row of lane) {
        if (result.unavailable) return
        try {
          const { headers, bytes } = toMessage(row)
          // The stream drops a second message with this id, sent after a crash before the row was marked.
          await bus.js.publish(row.subject, bytes, { msgID: row.eventId, headers })
          result.acked.push(row.id)
        } catch (error) {
          result.failure ??= error
          result.unavailable ||= isUnavailable(error)
          break
        }
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, lanes.length) }, publishLanes))
  return result
}

/** The stream does not exist (yet, or any more): create it and retry. */
export function isStreamMissing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.code === JetStreamApiCodes.StreamNotFound
  // The error of a subject without a stream is that of a server without JetStream; its class is not exported.
  return error instanceof Error && error.name === 'JetStreamNotEnabled'
}

function isUnavailable(error: unknown): boolean {
  return (
    isStreamMissing(error) ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.RequestError ||
    error instanceof errors.ClosedConnectionError ||
    error instanceof errors.DrainingConnectionError
  )
}
