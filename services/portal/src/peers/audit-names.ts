import { readAuditNames } from '@jobboard/contracts/operators/internal'
import type { PortalDeps } from '../env.ts'

/** Names by what has them, such as `user 5`. */
export type Names = Readonly<Record<string, string>>

const MAX_NAMES = 200
const MAX_LENGTH = 50

/** A visit, as far as names concern it. */
interface Asking {
  deps: Pick<PortalDeps, 'call'>
  request: { id: string }
  part<T>(service: string, read: () => Promise<T>): Promise<T | undefined>
}

/** The names today of the actors and objects of audit rows; of what a person may read in them alone. None while accounts
 * cannot be reached. */
export async function readNames({ deps, request, part }: Asking, objects: readonly string[]): Promise<Names> {
  const named = [...new Set(objects)].filter(({ length }) => length > 0 && length <= MAX_LENGTH)
  const input = { body: { objects: named.slice(0, MAX_NAMES) } }
  const read = () => deps.call(readAuditNames, input, { requestId: request.id })
  return (await part('accounts', read))?.names ?? {}
}
