import type { Span } from '@jobboard/process/tracing/span'
import { errors } from '@nats-io/transport-node'
import type { Bus } from '../nats/bus.ts'
import { type OutboxRow, toMessage } from '../nats/message.ts'
import { isStreamFull, isStreamMissing } from '../nats/stream-error.ts'

/** Most rows of a batch, and its bytes: a batch ends with the row that exceeds them. */
export const BATCH_ROWS = 500
export const BATCH_BYTES = 8_388_608

const MAX_IN_FLIGHT = 128

/** A row that the stream has stored as its message `seq`, by this publish or, for a duplicate, by an earlier one. */
export interface Acknowledged {
  id: number
  seq: number
  duplicate: boolean
}

/** Result of a batch: the rows that the stream has stored, and the first failure. */
export interface BatchResult {
  acked: Acknowledged[]
  failure?: unknown
  /** NATS or the stream is unavailable, so the rest of the batch was skipped. */
  unavailable: boolean
}

/** How a batch is published: whether this process may still do so, and the id of each message. */
export interface BatchOptions {
  mayPublish: () => boolean
  messageId: (row: OutboxRow) => string
  /** Starts the span of publishing a row, whose trace context the message then carries in place of the row's. */
  startSpan?: (row: OutboxRow) => Span | undefined
}

/** Publishes up to 128 aggregates in parallel, and the rows of one aggregate one after the other, each after
 * the ack of the one before. A failure stops its aggregate, so the acked rows are a prefix per aggregate. */
export async function publishBatch(
  bus: Bus,
  rows: readonly OutboxRow[],
  { mayPublish, messageId, startSpan }: BatchOptions,
): Promise<BatchResult> {
  const result: BatchResult = { acked: [], unavailable: false }
  const lanes = [...Map.groupBy(rows, (row) => row.aggregateId).values()]

  let next = 0

  async function publishLanes(): Promise<void> {
    for (let lane = lanes[next++]; lane; lane = lanes[next++]) {
      for (const row of lane) {
        if (result.unavailable || !mayPublish()) return
        const span = startSpan?.(row)
        try {
          const { headers, bytes } = toMessage(span ? { ...row, traceparent: span.traceparent } : row)
          // The stream drops a second message with this id, sent after a crash before the row was marked.
          const { seq, duplicate } = await bus.js.publish(row.subject, bytes, {
            msgID: messageId(row),
            headers,
          })
          result.acked.push({ id: row.id, seq, duplicate })
        } catch (error) {
          span?.fail()
          result.failure ??= error
          result.unavailable ||= isUnavailable(error)
          break
        } finally {
          span?.end()
        }
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(MAX_IN_FLIGHT, lanes.length) }, publishLanes))
  return result
}

function isUnavailable(error: unknown): boolean {
  return (
    isStreamMissing(error) ||
    isStreamFull(error) ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.RequestError ||
    error instanceof errors.ClosedConnectionError ||
    error instanceof errors.DrainingConnectionError
  )
}
