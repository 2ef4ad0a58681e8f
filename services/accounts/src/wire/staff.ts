import type { readStaff } from '@jobboard/contracts/employers/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { createStaff } from '@jobboard/contracts/operators/staff'
import type { StaffMember } from '../domain/staff.ts'

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
