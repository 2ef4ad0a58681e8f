import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { tooLarge } from './answer.ts'
import { BrokenRequest, isOver } from './broken.ts'
import { openRoom } from './room.ts'

/** A body for the way upstream: whole, so that no service waits for a slow client; a stream only without a limit. */
export type Body = Buffer | PassThrough | null

const SMALL_BYTES = 65_536
const MANY_PIECES = 256
const room = openRoom(64 * 1_048_576)

/** Takes the body over. Throws payload_too_large, at once when its announced length already is; a GET has none. */
export async function takeBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  // It began, and what came next was refused: there will be no more of it.
  if (!request.complete && isOver(request.socket)) throw new ClientGone()
  if (announcedLength(request) === 0 || request.method === 'GET') return null
  return maxBytes === Number.POSITIVE_INFINITY ? streamed(request) : readBody(request, maxBytes)
}

/** Reads the whole body. Throws payload_too_large; rejects when the client goes away or is too slow. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if ((announcedLength(request) ?? 0) > maxBytes) throw tooLarge()
  const blocks: Buffer[] = []
  const pieces: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      request.off('data', onData).resume()
      room.release(held)
      reject(error)
    }
    const held = { bytes: 0, giveUp: () => stop(tooSlow()) }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) return stop(tooLarge())
      pieces.push(chunk)
      // A piece may be a single byte, and takes hundreds.
      if (pieces.length === MANY_PIECES) blocks.push(Buffer.concat(pieces.splice(0)))
      if (size > SMALL_BYTES) room.take(held, size - held.bytes)
    }
    request.on('data', onData)
    request.once('end', () => {
      room.release(held)
      resolve(size === pieces[0]?.length ? pieces[0] : Buffer.concat([...blocks, ...pieces]))
    })
    request.once('error', stop)
    request.once('close', () => stop(new ClientGone()))
  })
}

function tooSlow(): BrokenRequest {
  return new BrokenRequest('The body came too slowly; others needed the room.', 408)
}

/** The client closed the connection: there is nobody to answer. */
export class ClientGone extends Error {}

// Undefined: chunked, so only the bytes will tell.
function announcedLength({ headers }: IncomingMessage): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

function streamed(request: IncomingMessage): PassThrough {
  const gate = new PassThrough()
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
