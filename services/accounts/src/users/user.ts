import type { readUser } from '@jobboard/contracts/employers/internal'
import type { listEmployerUsers } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_USERS_EVER_PER_EMPLOYER, MAX_USERS_PER_EMPLOYER } from '@jobboard/contracts/limits'

/** A person who works for an employer. */
export interface User {
  id: number
  name: string
  email: string
  role: 'EmployerAdmin' | 'Recruiter' | 'Interviewer'
  createdAt: Date
}

/** A user and whose user it is. */
export interface UserOfEmployer extends User {
  employerId: number
  employerName: string
  /** Of the employer. */
  timeZone: string
  isSandbox: boolean
}

/** The users of an employer: those of now, and all with those that were removed. */
export interface UserCount {
  present: number
  ever: number
}

/** Throws already_exists for the address of a present user of the employer, and limit_reached when it may not have another
 * user. */
export function checkNewUser(withAddress: User | undefined, { present, ever }: UserCount): void {
  if (withAddress) {
    const reason = `user ${withAddress.id} of this employer has this address; change that user, or remove it first`
    throw new ApiError('already_exists', `email: ${reason}.`, { fields: [{ pointer: '/email', reason }] })
  }
  if (present >= MAX_USERS_PER_EMPLOYER) {
    const message = `The employer has ${present} users, the most that it may have; remove one first.`
    throw new ApiError('limit_reached', message)
  }
  if (ever >= MAX_USERS_EVER_PER_EMPLOYER) {
    const message = `The employer has had ${ever} users, the most that it may ever have; change one of the present users instead.`
    throw new ApiError('limit_reached', message)
  }
}

/** Throws invalid_state when an employer would lose its last EmployerAdmin. `after` is undefined for a removal;
 * `otherAdmins` are the other EmployerAdmins. */
export function checkAdminStays(before: User, after: User | undefined, otherAdmins: number): void {
  const losesAdmin = before.role === 'EmployerAdmin' && after?.role !== 'EmployerAdmin'
  if (!losesAdmin || otherAdmins > 0) return
  throw new ApiError(
    'invalid_state',
    `User ${before.id} is the last EmployerAdmin of the employer; make another user EmployerAdmin first.`,
  )
}

/** Throws invalid_state for a removal or another role of who signed up for the sandbox: without them nobody could sign in. */
export function checkMayChange(before: User, after: User | undefined, hasSignedUp: boolean): void {
  if (!hasSignedUp || after?.role === before.role) return
  throw new ApiError(
    'invalid_state',
    `User ${before.id} signed up for this sandbox and stays its EmployerAdmin; delete the sandbox instead.`,
  )
}

/** A user in the public and the Admin API. */
export function toUser({ createdAt, ...user }: User): ResponseBody<typeof listEmployerUsers>[number] {
  return { ...user, createdAt: createdAt.toISOString() }
}

/** A user in audit rows: without name and address, since the rows outlive an erasure. */
export function toAuditedUser({ id, role, createdAt }: User, employerId: number) {
  return { id, employerId, role, createdAt: createdAt.toISOString() }
}

/** A user for the portal. */
export function toPerson(user: UserOfEmployer): Omit<ResponseBody<typeof readUser>, 'email'> {
  const { id, employerId, employerName, name, role, timeZone, isSandbox } = user
  return { id, employerId, employerName, name, role, timeZone, ...(isSandbox && { isSandbox }) }
}
