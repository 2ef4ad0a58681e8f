import type { Booted } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'

/** A client with a recruiter key of the employer; `userId` null is a key without a user. */
export function recruiterOf(
  { as }: Pick<Booted, 'as'>,
  { employerId = 1, userId = 10 }: { employerId?: number; userId?: number | null } = {},
): Client {
  return as({ kind: 'recruiter', employerId, userId, keyId: 1, scopes: ['Applications'] })
}
