import type { getEmployer, updateEmployer } from '@jobboard/contracts/employers/employers'
import type { employerChanged } from '@jobboard/contracts/employers/events'
import type { updateEmployerSettings } from '@jobboard/contracts/employers/mails'
import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import type { DataOf } from '@jobboard/contracts/event'

/** An employer as it is stored. */
export interface Employer {
  id: number
  name: string
  hasActiveContract: boolean
  isTrustedPartner: boolean
  createdAt: Date
  version: number
  /** Its own id when it is a sandbox; null: live. */
  sandboxId: number | null
}

/** Applies a patch (D-08). Returns the same object, with the same version, when no field changes. */
export function patchEmployer(
  employer: Employer,
  patch: Partial<Input<typeof updateEmployer>['body']>,
): Employer {
  const {
    name = employer.name,
    hasActiveContract = employer.hasActiveContract,
    isTrustedPartner = employer.isTrustedPartner,
  } = patch
  const isSame =
    name === employer.name &&
    hasActiveContract === employer.hasActiveContract &&
    isTrustedPartner === employer.isTrustedPartner
  return isSame
    ? employer
    : { ...employer, name, hasActiveContract, isTrustedPartner, version: employer.version + 1 }
}

/** An employer in the Admin API and in its audit rows. */
export function toEmployer({
  version: _,
  createdAt,
  sandboxId,
  ...employer
}: Employer): ResponseBody<typeof getEmployer> {
  return {
    ...employer,
    createdAt: createdAt.toISOString(),
    ...(sandboxId !== null && { isSandbox: true }),
  }
}

/** The data of `employer.changed`. */
export function toEmployerEvent(employer: Employer): DataOf<typeof employerChanged> {
  const { id, name, hasActiveContract, isTrustedPartner, version, sandboxId } = employer
  const world = sandboxId !== null && { sandboxId }
  return { employerId: id, name, hasActiveContract, isTrustedPartner, version, ...world }
}

/** What an employer decides about itself. */
export interface EmployerSettings {
  name: string
  /** IANA. */
  timeZone: string
  creditThreshold: number
}

/** Applies a patch (D-08). Returns the same object when no field changes. */
export function patchSettings(
  settings: EmployerSettings,
  patch: Input<typeof updateEmployerSettings>['body'],
): EmployerSettings {
  const {
    name = settings.name,
    timeZone = settings.timeZone,
    creditThreshold = settings.creditThreshold,
  } = patch
  const isSame =
    name === settings.name && timeZone === settings.timeZone && creditThreshold === settings.creditThreshold
  return isSame ? settings : { name, timeZone, creditThreshold }
}
