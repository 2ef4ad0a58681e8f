import { listNames } from '@jobboard/contracts/employers/internal'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Actor, ActorNames } from './actor.ts'

const TIMEOUT_MS = 300

/** The names of the users and keys of a page; none while accounts is down: a list is worth reading without them. */
export async function fetchNames(
  { call, log }: Pick<Deps, 'call' | 'log'>,
  employerId: number,
  actors: readonly Actor[],
  requestId: string,
): Promise<ActorNames> {
  const ids = (of: keyof Actor) => [...new Set(actors.flatMap((actor) => actor[of] ?? []))]
  const body = { userIds: ids('userId'), keyIds: ids('keyId') }
  if (body.userIds.length + body.keyIds.length === 0) return { users: new Map(), keys: new Map() }
  const options = { isSafe: true, timeoutMs: TIMEOUT_MS, requestId }
  try {
    const { users, keys } = await call(listNames, { params: { employerId }, body }, options)
    const byId = (named: typeof users) => new Map(named.map(({ id, name }) => [id, name]))
    return { users: byId(users), keys: byId(keys) }
  } catch (error) {
    log.warn({ err: error }, 'names of users and keys cannot be read; the list is sent without them')
    return { users: new Map(), keys: new Map() }
  }
}
