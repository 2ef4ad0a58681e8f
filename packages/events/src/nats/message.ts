import { gunzipSync, gzipSync } from 'node:zlib'
import type { Event } from '@jobboard/contracts/event'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import { MAX_MESSAGE_BYTES } from './topology.ts'

/** An outbox row as the relay reads it. */
export interface OutboxRow {
  id: number
  eventId: string
  subject: string
  aggregateId: string
  aggregateVersion: number
  occurredAt: Date
  payload: string
  traceparent: string | null
  /** An erasure or its confirmation, which is published before all others. */
  isErasure?: boolean
}

/** Headers and body of an event: CloudEvents attributes in binary mode; `ce-subject` is the aggregate id. */
export function toMessage(row: OutboxRow): { headers: MsgHdrs; bytes: Uint8Array } {
  const [, owner, ...rest] = row.subject.split('.')
  const packed: Packed = pack(row.payload)
  const values = headers()
  values.set('ce-specversion', '1.0')
  values.set('ce-id', row.eventId)
  values.set('ce-type', rest.join('.'))
  values.set('ce-source', `/${owner}`)
  values.set('ce-time', row.occurredAt.toISOString())
  values.set('ce-subject', row.aggregateId)
  values.set('ce-aggregateversion', String(row.aggregateVersion))
  values.set('content-type', 'application/json')
  if (packed.encoding) values.set('content-encoding', packed.encoding)
  if (row.traceparent) values.set('traceparent', row.traceparent)
  return { headers: values, bytes: packed.bytes }
}

const PARTITION = /\.p\d{1,4}$/

/** The subject of a message as its event type has it: without the partition of the aggregate, as in
 * `evt.jobs.job.created.v1.p17`, which a later release may append. */
export const subjectOf = (message: { subject: string }): string => message.subject.replace(PARTITION, '')

/** A message as an event; `data` is the payload text, not validated yet. */
export interface ReceivedEvent {
  event: Event<string>
  /** W3C trace context of its publication; empty without one. */
  traceparent: string
  /** Why the message is not a valid event; undefined when it is. */
  malformed?: string
}

/** Reads a message. Never throws: a malformed message must still become a dead letter. */
export function fromMessage(message: {
  subject: string
  headers?: MsgHdrs
  data: Uint8Array
  seq: number
}): ReceivedEvent {
  const header = (name: string) => message.headers?.get(name) ?? ''
  const received: ReceivedEvent = {
    event: {
      id: header('ce-id') || header('Nats-Msg-Id'),
      subject: subjectOf(message),
      aggregateId: header('ce-subject'),
      aggregateVersion: Number(header('ce-aggregateversion') || Number.NaN),
      occurredAt: header('ce-time'),
      data: '',
    },
    traceparent: header('traceparent'),
  }
  const { event } = received
  if (!event.id || !event.aggregateId || !Number.isSafeInteger(event.aggregateVersion)) {
    received.malformed = 'missing headers: an event has ce-id, ce-subject and ce-aggregateversion'
    event.id ||= `no-id-${message.seq}-${Date.now()}`
    event.aggregateVersion ||= 0
  }
  try {
    event.data = unpack(message.data, header('content-encoding'))
  } catch (error) {
    received.malformed = String(error)
  }
  return received
}

/** Reserved for the headers of a message; ours take less than 1 KiB. */
const HEADER_BYTES = 8_192
const COMPRESS_ABOVE_BYTES = 262_144
const MAX_UNPACKED_BYTES = 64 * MAX_MESSAGE_BYTES

/** Largest payload of a message, after compression. */
export const MAX_PAYLOAD_BYTES = MAX_MESSAGE_BYTES - HEADER_BYTES

/** A payload as sent: plain JSON, or gzip above 256 KiB. */
export interface Packed {
  bytes: Uint8Array
  encoding?: 'gzip'
}

/** The bytes to send for a JSON text. */
function pack(json: string): Packed {
  const plain = Buffer.from(json)
  if (plain.length <= COMPRESS_ABOVE_BYTES) return { bytes: plain }
  const bytes = gzipSync(plain, { level: 6 })
  return bytes.length < plain.length ? { bytes, encoding: 'gzip' } : { bytes: plain }
}

/** The JSON text of received bytes. Throws for an unsupported encoding, invalid gzip, and more than 64 MiB. */
function unpack(bytes: Uint8Array, encoding: string): string {
  if (encoding === '') return Buffer.from(bytes).toString('utf8')
  if (encoding !== 'gzip') throw new Error(`unsupported content-encoding ${encoding}`)
  return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')
}

/** Bytes that a JSON text of `plainBytes` takes in a message. Compresses only above 256 KiB. */
export function packedBytes(json: string, plainBytes: number): number {
  return plainBytes <= COMPRESS_ABOVE_BYTES ? plainBytes : pack(json).bytes.length
}
