import type { IncomingMessage } from 'node:http'

/** A large body that is being received. */
export interface IncomingBody {
  /** Who sends it: the name of a key, or the connection of a caller without one. */
  readonly holder: string | object
  bytes: number
  /** Refuses the body: its memory is needed. */
  abort(): void
}

/** The memory that the large bodies of one plane share while they are being received. */
export interface BodyMemoryBudget {
  /** Adds bytes to a body. Over the budget, the holder with the most bytes loses its oldest body. */
  reserve(body: IncomingBody, bytes: number): void
  release(body: IncomingBody): void
}

interface Holder {
  bytes: number
  /** Oldest first. */
  bodies: Set<IncomingBody>
}

/** A budget of that many bytes. A caller with one slow body keeps it while another caller holds more. */
export function openBodyMemoryBudget(maxBytes: number): BodyMemoryBudget {
  // Between holders of equal amounts, the one that began first.
  const holders = new Map<string | object, Holder>()
  let total = 0

  const release = (body: IncomingBody) => {
    const holder = holders.get(body.holder)
    if (!holder?.bodies.delete(body)) return
    holder.bytes -= body.bytes
    total -= body.bytes
    if (holder.bodies.size === 0) holders.delete(body.holder)
  }

  const largestHolder = (): Holder | undefined => {
    let largest: Holder | undefined
    for (const holder of holders.values()) if (holder.bytes > (largest?.bytes ?? 0)) largest = holder
    return largest
  }

  return {
    release,
    reserve(body, bytes) {
      const holder = holders.get(body.holder) ?? { bytes: 0, bodies: new Set() }
      holders.set(body.holder, holder)
      holder.bodies.add(body)
      body.bytes += bytes
      holder.bytes += bytes
      total += bytes
      if (total <= maxBytes) return
      const [oldest] = largestHolder()?.bodies ?? []
      if (!oldest) return
      release(oldest)
      oldest.abort()
    },
  }
}

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
