import type { updateEmployer } from '@jobboard/contracts/employers/employers'
import type { Input } from '@jobboard/contracts/endpoint'

/** An employer as it is stored. */
export interface Employer {
  id: number
  name: string
  hasActiveContract: boolean
  isTrustedPartner: boolean
  createdAt: Date
  version: number
}

/** Applies a patch (D-08). Returns the same object, with the same version, when no field changes. */
export function patchEmployer(employer: Employer, patch: Input<typeof updateEmployer>['body']): Employer {
  const patched = {
    ...employer,
    name: patch.name ?? employer.name,
    hasActiveContract: patch.hasActiveContract ?? employer.hasActiveContract,
    isTrustedPartner: patch.isTrustedPartner ?? employer.isTrustedPartner,
  }
  const isSame =
    patched.name === employer.name &&
    patched.hasActiveContract === employer.hasActiveContract &&
    patched.isTrustedPartner === employer.isTrustedPartner
  return isSame ? employer : { ...patched, version: employer.version + 1 }
}
