import type { getEmployer } from '@jobboard/contracts/employers/employers'
import type { employerChanged } from '@jobboard/contracts/employers/events'
import type { readUser } from '@jobboard/contracts/employers/internal'
import type { listEmployerUsers } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'
import type { Employer } from '../domain/employer.ts'
import type { User, UserOfEmployer } from '../domain/user.ts'

/** An employer in the Admin API and in its audit rows. */
export function toEmployer({
  version: _,
  createdAt,
  ...employer
}: Employer): ResponseBody<typeof getEmployer> {
  return { ...employer, createdAt: createdAt.toISOString() }
}

/** The data of `employer.changed`. */
export function toEmployerEvent(employer: Employer): DataOf<typeof employerChanged> {
  const { id, name, hasActiveContract, isTrustedPartner, version } = employer
  return { employerId: id, name, hasActiveContract, isTrustedPartner, version }
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
  const { id, employerId, employerName, name, role } = user
  return { id, employerId, employerName, name, role }
}
