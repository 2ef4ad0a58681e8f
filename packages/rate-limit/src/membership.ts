import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Transport } from './transport.ts'

/** The subjects of the protocol between members. A changed message needs another version in them; for one release members then
 * speak both. */
export const subjects = {
  /** Announcements of all members. */
  member: 'limit.v2.member',
  /** Calls to an owner, responses to a caller, and admitted requests for an owner. */
  request: (member: string) => `limit.v2.request.${member}`,
  response: (member: string) => `limit.v2.response.${member}`,
  replicate: (member: string) => `limit.v2.replicate.${member}`,
}

/** Returns the owner of a name; undefined without members. */
export type OwnerLookup = (name: string) => string | undefined

/** Assigns names to members by rendezvous hashing: every process that has the same members finds the same owner, and
 * when a member joins or leaves only the names of that member move. */
export function rendezvousHash(members: readonly string[]): OwnerLookup {
  if (members.length <= 1) {
    const [only] = members
    return () => only
  }
  const hashes = members.map(hashOf)
  return (name) => {
    const hash = hashOf(name)
    let owner: string | undefined
    let highest = -1
    for (let index = 0; index < members.length; index++) {
      const weight = mix(hash ^ hashes[index]!)
      const member = members[index]!
      // On equal weights the greater id wins, so that the order of the members does not matter.
      if (weight < highest || (weight === highest && member < owner!)) continue
      highest = weight
      owner = member
    }
    return owner
  }
}

// FNV-1a, 32 bits.
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

// The finalizer of MurmurHash3: FNV-1a alone gives similar names similar weights.
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The members whose announcements arrive here, and which of them owns each window. */
export interface Membership {
  /** The member that counts this window; undefined while cut off: not even the own announcements arrive. */
  ownerOf(name: string): string | undefined
  /** Members including this one; 0 while cut off. */
  count(): number
  /** Announces this member. Resolves when the others had time to hand over its windows: 100 ms, 0 without others or while
   * NATS is away, at most 1.1 s. */
  join(): Promise<void>
  /** Hands the windows over by a last change, then announces the departure. */
  leave(): void
}

/** Called after the members changed, with the owners before the change. */
export type OnChange = (ownerBefore: OwnerLookup) => void

const announcement = z.enum(['hello', 'here', 'bye'])
type Announced = z.output<typeof announcement>

const ANNOUNCE_MS = 250
// Tolerates two missed announcements.
const SILENCE_MS = 1_000
const SETTLE_MS = 100
const POLL_MS = 5

/** Only this process: no announcements, every window is its own. */
export function membershipOfOne(self: string): Membership {
  return { ownerOf: () => self, count: () => 1, join: async () => {}, leave: () => {} }
}

/** Lists the members that announced themselves within the last second; once joined, announces this one every 250 ms. Its own
 * announcements must come back: that proves that NATS delivers. */
export function openMembership(transport: Transport, self: string, onChange: OnChange): Membership {
  const lastSeenMs = new Map<string, number>()
  // Ids are never used again, so a late announcement cannot bring a departed member back.
  const departed = new Set<string>()
  const startedAtMs = performance.now()
  let listeningSinceMs = Number.POSITIVE_INFINITY
  let isJoined = false
  let hasFailed = false
  let members: readonly string[] = []
  let ownerOf = rendezvousHash(members)

  const announce = (kind: Announced) => {
    if (isJoined) transport.publish(subjects.member, kind)
  }
  transport.subscribe(subjects.member, announcement, (kind, member) => {
    if (departed.has(member)) return
    receive(member, kind)
    if (kind === 'hello' && member !== self) announce('here')
  })
  transport.onConnect(() => {
    listeningSinceMs = performance.now()
    announce('hello')
  })
  transport.firstAttempt().then((succeeded) => {
    hasFailed = !succeeded
  })

  function receive(member: string, kind: Announced): void {
    if (kind === 'bye') {
      departed.add(member)
      lastSeenMs.delete(member)
    } else lastSeenMs.set(member, performance.now())
    update()
  }

  function update(): void {
    const current = [...lastSeenMs.keys()].sort()
    if (current.join() === members.join()) return
    const ownerBefore = ownerOf
    members = current
    ownerOf = rendezvousHash(members)
    onChange(ownerBefore)
  }

  function dropSilent(): void {
    const now = performance.now()
    for (const [member, seenMs] of lastSeenMs) if (now - seenMs > SILENCE_MS) lastSeenMs.delete(member)
    update()
  }

  const announcing = setInterval(() => {
    announce('here')
    // After the socket was read: when this process was blocked, the announcements of the others are still in it.
    setImmediate(dropSilent)
  }, ANNOUNCE_MS)

  const isAway = () => hasFailed && !transport.isUp()
  // The others announce themselves every 250 ms, so after 1 s all of them are known.
  const isAlone = () => members.length === 1 && performance.now() - listeningSinceMs > SILENCE_MS

  return {
    ownerOf: (name) => ownerOf(name),
    count: () => members.length,
    async join() {
      isJoined = true
      announce('hello')
      const deadlineMs = Math.max(startedAtMs + SILENCE_MS, performance.now() + SETTLE_MS)
      while (!members.includes(self) && !isAway() && performance.now() < deadlineMs) await sleep(POLL_MS)
      if (members.includes(self) && !isAlone()) await sleep(SETTLE_MS)
    },
    leave() {
      clearInterval(announcing)
      departed.add(self)
      lastSeenMs.delete(self)
      update()
      announce('bye')
      isJoined = false
    },
  }
}
