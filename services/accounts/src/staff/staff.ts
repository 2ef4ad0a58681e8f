import type { readStaff } from '@jobboard/contracts/employers/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_STAFF } from '@jobboard/contracts/limits'
import type { createStaff } from '@jobboard/contracts/operators/staff'

/** A person of the platform staff. */
export interface StaffMember {
  id: number
  name: string
  email: string
  role: 'viewer' | 'operator'
  createdAt: Date
}

/** Throws already_exists for the address of another member, and limit_reached for one member too many. */
export function checkNewStaff(withAddress: StaffMember | undefined, count: number): void {
  if (withAddress) {
    const message = `email: member ${withAddress.id} of the staff has this address; change that member instead of creating another.`
    throw new ApiError('already_exists', message)
  }
  if (count < MAX_STAFF) return
  const message = `There are ${count} members of the staff, the most that there may be; remove one first.`
  throw new ApiError('limit_reached', message)
}

/** A member of the staff in the Admin API. */
export function toStaff({ createdAt, ...member }: StaffMember): ResponseBody<typeof createStaff> {
  return { ...member, createdAt: createdAt.toISOString() }
}

/** A member of the staff for the portal. */
export function toStaffPerson({ id, name, email, role }: StaffMember): ResponseBody<typeof readStaff> {
  return { id, name, email, role }
}

/** A member in audit rows: without name and address, since the rows outlive a removal. */
export function toAuditedStaff({ id, role, createdAt }: StaffMember) {
  return { id, role, createdAt: createdAt.toISOString() }
}
