import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getPastSearch } from '@jobboard/contracts/search/kept'

/** Who made a call of an employer, as it is stored; null for what a call was without. */
export interface Actor {
  userId: number | null
  keyId: number | null
}

/** Names of users and of keys by their ids, as far as they are known. */
export interface ActorNames {
  users: ReadonlyMap<number, string>
  keys: ReadonlyMap<number, string>
}

/** The actor with names, as lists show it. */
export function toBy(
  { userId, keyId }: Actor,
  { users, keys }: ActorNames,
): ResponseBody<typeof getPastSearch>['by'] {
  const [userName, keyName] = [users.get(userId ?? 0), keys.get(keyId ?? 0)]
  return {
    ...(userId !== null && { userId }),
    ...(userName !== undefined && { userName }),
    ...(keyId !== null && { keyId }),
    ...(keyName !== undefined && { keyName }),
  }
}

/** The actor of a recruiter's call. */
export function actorOf(caller: Partial<Actor> | { kind: 'admin' | 'service' }): Actor {
  const { userId = null, keyId = null } = caller as Partial<Actor>
  return { userId, keyId }
}
