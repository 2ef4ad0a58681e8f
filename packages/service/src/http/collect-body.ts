import type { IncomingMessage } from 'node:http'
import type { BodyMemoryBudget, IncomingBody } from './body-memory-budget.ts'

const CHUNKS_PER_BLOCK = 256
/** Chunks of one body: each costs work, however short it is. */
export const MAX_CHUNKS = 16_384

/** How a body is received. */
interface Collecting {
  maxBytes: number
  budget: BodyMemoryBudget
  /** Who sends it: over the budget, the holder with the most bytes loses its oldest body. */
  holder: string | object
  /** A body counts in the budget once it has more. */
  freeBytes: number
  /** What is thrown; `gone`: the client has left within the body. */
  refusal(reason: 'too_large' | 'too_slow' | 'too_many_chunks' | 'gone'): Error
}

/** Reads a whole body in memory that is bounded for one body and for all. Throws what `refusal` gives. */
export function collectBody(
  request: IncomingMessage,
  { maxBytes, budget, holder, freeBytes, refusal }: Collecting,
): Promise<Buffer> {
  const blocks: Buffer[] = []
  const chunks: Buffer[] = []
  let size = 0
  let chunkCount = 0
  return new Promise((resolve, reject) => {
    const stop = (reason: Parameters<typeof refusal>[0]) => {
      request.off('data', onData).resume()
      budget.release(incoming)
      reject(refusal(reason))
    }
    const incoming: IncomingBody = { holder, bytes: 0, abort: () => stop('too_slow') }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) return stop('too_large')
      if (++chunkCount > MAX_CHUNKS) return stop('too_many_chunks')
      chunks.push(chunk)
      // A chunk of one byte costs hundreds of bytes of memory.
      if (chunks.length === CHUNKS_PER_BLOCK) blocks.push(Buffer.concat(chunks.splice(0)))
      if (size > freeBytes) budget.reserve(incoming, size - incoming.bytes)
    }
    request.on('data', onData)
    request.once('end', () => {
      budget.release(incoming)
      resolve(size === chunks[0]?.length ? chunks[0] : Buffer.concat([...blocks, ...chunks]))
    })
    // The client reset its connection within the body.
    request.once('error', () => stop('gone'))
    request.once('close', () => stop('gone'))
  })
}
