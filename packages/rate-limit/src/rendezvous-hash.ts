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
