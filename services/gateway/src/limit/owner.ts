/** The member that counts this name: each asks the same one, and when a member comes or goes only its own names move
 * (rendezvous hashing). Undefined without members. */
export function ownerOf(name: string, members: Iterable<string>): string | undefined {
  const hash = hashOf(name)
  let owner: string | undefined
  let best = -1
  for (const member of members) {
    const weight = mix(hash ^ hashOf(member))
    if (weight < best || (weight === best && member < owner!)) continue
    best = weight
    owner = member
  }
  return owner
}

// FNV-1a.
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash
}

// The last steps of MurmurHash3: without them the weights of one name follow each other.
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
