import { readStaff, readUser } from '@jobboard/contracts/employers/internal'
import { ApiError } from '@jobboard/contracts/error'
import type { PortalDeps } from '../portal-deps.ts'
import { type Person, type PersonId, person as personSchema } from './person.ts'

const TIMEOUT_MS = 1_000

/** The person as accounts knows them now; undefined when they were removed. Throws unavailable. */
export async function readPerson(
  { call }: Pick<PortalDeps, 'call'>,
  { kind, id }: PersonId,
  requestId: string,
): Promise<Person | undefined> {
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  try {
    const found =
      kind === 'user'
        ? await call(readUser, { params: { userId: id } }, options)
        : await call(readStaff, { params: { staffId: id } }, options)
    return personSchema.parse({ ...found, kind })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
