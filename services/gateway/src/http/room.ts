/** A large body that is still coming in. */
export interface Held {
  bytes: number
  giveUp(): void
}

/** Memory that all large bodies on their way in share. */
export interface Room {
  /** Takes more for this one. When it gets too much, the one that has been coming in longest is given up. */
  take(one: Held, bytes: number): void
  release(one: Held): void
}

/** Room for that many bytes. An honest client fills its part within moments; one that trickles becomes the oldest. */
export function openRoom(maxBytes: number): Room {
  const held = new Set<Held>()
  let total = 0
  const release = (one: Held) => {
    if (held.delete(one)) total -= one.bytes
  }
  return {
    release,
    take(one, bytes) {
      held.add(one)
      one.bytes += bytes
      total += bytes
      const [oldest] = total > maxBytes ? held : []
      if (!oldest) return
      release(oldest)
      oldest.giveUp()
    },
  }
}
