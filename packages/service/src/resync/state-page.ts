import { randomUUID } from 'node:crypto'
import type { EventType } from '@jobboard/contracts/event'
import type { OutboxRow } from '@jobboard/events/nats/message'
import { MAX_PAYLOAD_BYTES, packedBytes } from '@jobboard/events/nats/payload'
import type { StateRow } from './source.ts'

/** Bytes of JSON after which a page ends; it has at least one row. */
export const PAGE_BYTES = 4_194_304

/** States that are ready to publish. */
export interface Messages {
  rows: OutboxRow[]
  /** Aggregates whose state is larger than a message can be. */
  tooLarge: string[]
  bytes: number
  /** Key of the last row of the page. */
  cursor: string | null
}

/** Serializes the first rows of a page, up to 4 MiB. */
export function toMessages(type: EventType, page: readonly StateRow<unknown>[]): Messages {
  const messages: Messages = { rows: [], tooLarge: [], bytes: 0, cursor: null }
  for (const { aggregateId, aggregateVersion, occurredAt, data, cursor } of page) {
    if (messages.bytes >= PAGE_BYTES) break
    const payload = JSON.stringify(data)
    const bytes = Buffer.byteLength(payload)
    messages.bytes += bytes
    messages.cursor = cursor
    const id = messages.rows.length
    const row = { id, eventId: randomUUID(), subject: type.subject, traceparent: null, payload }
    if (packedBytes(payload, bytes) > MAX_PAYLOAD_BYTES) messages.tooLarge.push(String(aggregateId))
    else messages.rows.push({ ...row, aggregateId: String(aggregateId), aggregateVersion, occurredAt })
  }
  return messages
}
