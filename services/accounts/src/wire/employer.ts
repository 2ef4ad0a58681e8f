import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getEmployer, listEmployerUsers } from '@jobboard/contracts/endpoints/employers'
import type { DataOf } from '@jobboard/contracts/event'
import type { employerChanged } from '@jobboard/contracts/events/accounts'
import type { Employer, User } from '../domain/employer.ts'

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
