import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { tooLarge } from './answer.ts'

/** A body for the way upstream: whole when it is small, otherwise a stream that breaks off at the limit. */
export type Body = Buffer | Transform | null

const SMALL_BYTES = 65_536

/** Takes the body over. Throws payload_too_large when its announced length already is; a GET has none. */
export async function takeBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const announced = announcedLength(request)
  if (announced === 0 || request.method === 'GET') return null
  if (announced !== undefined && announced > maxBytes) throw tooLarge()
  if (announced !== undefined && announced <= SMALL_BYTES) return readBody(request, maxBytes)
  return limited(request, maxBytes)
}

/** Reads the whole body. Throws payload_too_large; rejects when the client goes away. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if ((announcedLength(request) ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        request.off('data', onData).resume()
        reject(tooLarge())
      } else chunks.push(chunk)
    }
    request.on('data', onData)
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', reject)
    request.once('close', () => reject(new ClientGone()))
  })
}

/** The client closed the connection: there is nobody to answer. */
export class ClientGone extends Error {}

// Undefined: chunked, so only the bytes will tell.
function announcedLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

function limited(request: IncomingMessage, maxBytes: number): Transform {
  let left = maxBytes
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      done(left < 0 ? tooLarge() : null, chunk)
    },
  })
  // Without a listener an error before the upstream listens would end the process.
  gate.on('error', () => {})
  // What the upstream did not want is read and dropped, or the connection could take no further request.
  gate.once('close', () => {
    request.unpipe(gate)
    request.resume()
  })
  request.once('close', () => {
    if (!request.complete) gate.destroy(new ClientGone())
  })
  return request.pipe(gate)
}
