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
