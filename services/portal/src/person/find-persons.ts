import { findUsersByEmail } from '@jobboard/contracts/employers/internal'
import type { PortalDeps } from '../portal-deps.ts'
import type { PersonId } from './person.ts'

const TIMEOUT_MS = 5_000

/** Everybody who has this address, the users before the member of the staff. Throws unavailable. */
export async function findPersons(
  { call }: Pick<PortalDeps, 'call'>,
  email: string,
  requestId: string,
): Promise<PersonId[]> {
  const options = { timeoutMs: TIMEOUT_MS, requestId, isSafe: true }
  const { users, staff } = await call(findUsersByEmail, { body: { email } }, options)
  return [
    ...users.map(({ id }) => ({ kind: 'user' as const, id })),
    ...(staff ? [{ kind: 'staff' as const, id: staff.id }] : []),
  ]
}
