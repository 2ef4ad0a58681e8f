import { gunzipSync, gzipSync } from 'node:zlib'
import { MAX_MESSAGE_BYTES } from './topology.ts'

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
export function pack(json: string): Packed {
  const plain = Buffer.from(json)
  if (plain.length <= COMPRESS_ABOVE_BYTES) return { bytes: plain }
  const bytes = gzipSync(plain, { level: 6 })
  return bytes.length < plain.length ? { bytes, encoding: 'gzip' } : { bytes: plain }
}

/** The JSON text of received bytes. Throws for an unsupported encoding, invalid gzip, and more than 64 MiB. */
export function unpack(bytes: Uint8Array, encoding: string): string {
  if (encoding === '') return Buffer.from(bytes).toString('utf8')
  if (encoding !== 'gzip') throw new Error(`unsupported content-encoding ${encoding}`)
  return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')
}

/** Bytes that a JSON text of `plainBytes` takes in a message. Compresses only above 256 KiB. */
export function packedBytes(json: string, plainBytes: number): number {
  return plainBytes <= COMPRESS_ABOVE_BYTES ? plainBytes : pack(json).bytes.length
}
