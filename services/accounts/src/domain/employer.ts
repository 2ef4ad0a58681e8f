import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { getEmployer, listEmployerUsers, updateEmployer } from '@jobboard/contracts/endpoints/employers'

/** An employer as it is stored. */
export interface Employer {
  id: number
  name: string
  hasActiveContract: boolean
  isTrustedPartner: boolean
  createdAt: Date
  version: number
}

/** A person who works for an employer. */
export interface User {
  id: number
  name: string
  email: string
  role: 'EmployerAdmin' | 'Recruiter' | 'Interviewer'
  createdAt: Date
}

/** Applies a patch (D-08); the same employer when nothing changes. */
export function change(employer: Employer, patch: Input<typeof updateEmployer>['body']): Employer {
  const result = {
    ...employer,
    name: patch.name ?? employer.name,
    hasActiveContract: patch.hasActiveContract ?? employer.hasActiveContract,
    isTrustedPartner: patch.isTrustedPartner ?? employer.isTrustedPartner,
  }
  const isSame =
    result.name === employer.name &&
    result.hasActiveContract === employer.hasActiveContract &&
    result.isTrustedPartner === employer.isTrustedPartner
  return isSame ? employer : { ...result, version: employer.version + 1 }
}

/** An employer on the wire; its audit rows show the same. */
export function toEmployer({
  version: _,
  createdAt,
  ...employer
}: Employer): ResponseBody<typeof getEmployer> {
  return { ...employer, createdAt: createdAt.toISOString() }
}

/** The data of `employer.changed`. */
export function toEmployerEvent({ id, name, hasActiveContract, isTrustedPartner, version }: Employer) {
  return { employerId: id, name, hasActiveContract, isTrustedPartner, version }
}

/** A user on the wire. */
export function toUser({ createdAt, ...user }: User): ResponseBody<typeof listEmployerUsers>[number] {
  return { ...user, createdAt: createdAt.toISOString() }
}
