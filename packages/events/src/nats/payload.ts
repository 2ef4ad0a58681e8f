import { gunzipSync, gzipSync } from 'node:zlib'
import { MAX_MESSAGE_BYTES } from './topology.ts'

/** Room for headers in a message; ours take less than 1 KiB. */
const HEADER_BYTES = 8_192
const COMPRESS_ABOVE_BYTES = 262_144
const MAX_UNPACKED_BYTES = 64 * MAX_MESSAGE_BYTES

/** A payload as it travels: plain JSON, or gzip when it is large. */
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

/** The JSON text of received bytes. Throws for what `pack` never makes. */
export function unpack(bytes: Uint8Array, encoding: string): string {
  if (encoding === '') return Buffer.from(bytes).toString('utf8')
  if (encoding !== 'gzip') throw new Error(`content-encoding ${encoding} is unknown`)
  return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')
}

/** Whether a JSON text of this many bytes can be published. */
export function fits(json: string, plainBytes: number): boolean {
  const limit = MAX_MESSAGE_BYTES - HEADER_BYTES
  return plainBytes <= COMPRESS_ABOVE_BYTES || pack(json).bytes.length <= limit
}
