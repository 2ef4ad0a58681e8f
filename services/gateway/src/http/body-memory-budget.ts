/** A large body that is being received. */
export interface IncomingBody {
  bytes: number
  /** Gives the body up: its sender was too slow. */
  abort(): void
}

/** The memory that all large bodies share while they are being received. */
export interface BodyMemoryBudget {
  /** Adds bytes to a body. Over the budget, the body that began first is aborted. */
  reserve(body: IncomingBody, bytes: number): void
  release(body: IncomingBody): void
}

/** A budget of that many bytes. An honest client sends its body within moments, so the oldest one is the slowest. */
export function openBodyMemoryBudget(maxBytes: number): BodyMemoryBudget {
  const bodies = new Set<IncomingBody>()
  let total = 0
  const release = (body: IncomingBody) => {
    if (bodies.delete(body)) total -= body.bytes
  }
  return {
    release,
    reserve(body, bytes) {
      bodies.add(body)
      body.bytes += bytes
      total += bytes
      const [oldest] = total > maxBytes ? bodies : []
      if (!oldest) return
      release(oldest)
      oldest.abort()
    },
  }
}
