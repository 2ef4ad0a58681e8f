import { findUsersByEmail, readStaff, readUser, turnMailsOff } from '@jobboard/contracts/employers/internal'
import type { MailKind } from '@jobboard/contracts/employers/mails'
import { ApiError } from '@jobboard/contracts/error'
import { enterSandbox as enterSandboxOf } from '@jobboard/contracts/sandbox/internal'
import type { PortalDeps } from '../env.ts'
import { orNone } from '../peers/ask.ts'
import { type Person, type PersonId, person as personSchema, type User } from './person.ts'

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

/** The person as the user of the sandbox of their employer; undefined when there is none. Throws unavailable. */
export async function enterSandbox(
  { call }: Pick<PortalDeps, 'call'>,
  user: User,
  requestId: string,
): Promise<User | undefined> {
  const options = { timeoutMs: TIMEOUT_MS, requestId, isSafe: true }
  const entering = call(enterSandboxOf, { params: { userId: user.id }, body: {} }, options)
  const inside = await orNone(entering, 'not_found')
  const { id, employerId } = user
  return inside && { ...user, id: inside.userId, employerId: inside.sandboxId, live: { id, employerId } }
}

const FIND_TIMEOUT_MS = 5_000

/** Everybody who has this address, the users before the member of the staff. Throws unavailable. */
export async function findPersons(
  { call }: Pick<PortalDeps, 'call'>,
  email: string,
  requestId: string,
): Promise<PersonId[]> {
  const options = { timeoutMs: FIND_TIMEOUT_MS, requestId, isSafe: true }
  const { users, staff } = await call(findUsersByEmail, { body: { email } }, options)
  return [
    ...users.map(({ id }) => ({ kind: 'user' as const, id })),
    ...(staff ? [{ kind: 'staff' as const, id: staff.id }] : []),
  ]
}

/** Ends the mails of a kind to a user; who was removed gets none. Throws unavailable. */
export async function turnOffMails(
  { call }: Pick<PortalDeps, 'call'>,
  { userId, kind }: { userId: number; kind: MailKind },
  requestId: string,
): Promise<void> {
  try {
    await call(turnMailsOff, { params: { userId }, body: { kind } }, { requestId, isSafe: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  }
}
