import type { getEmployer } from '@jobboard/contracts/employers/employers'
import type { employerChanged } from '@jobboard/contracts/employers/events'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
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

/** Applies a patch (D-08). Returns the same object when no field changes. */
export function patched<T extends object>(before: T, patch: { [Name in keyof T]?: T[Name] | undefined }): T {
  const names = Object.keys(patch) as (keyof T)[]
  const changed = names.filter((name) => patch[name] !== undefined && patch[name] !== before[name])
  if (changed.length === 0) return before
  return { ...before, ...Object.fromEntries(changed.map((name) => [name, patch[name]])) }
}

/** The same with the next version. */
export function patchEmployer(before: Employer, patch: Partial<Omit<Employer, 'version'>>): Employer {
  const after = patched(before, patch)
  return after === before ? before : { ...after, version: before.version + 1 }
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
