import type { Person } from '../person/person.ts'

/** The own employer, as endpoints of the Admin API take it. */
export function ofEmployer({ person }: { person: Person }): { params: { employerId: number } } {
  if (person.kind !== 'user') throw new Error('a page of employers was opened by staff')
  return { params: { employerId: person.employerId } }
}

/** Whether calls with a key work or will work. */
export function isInUse({ status }: { status: string }): boolean {
  return status === 'Active' || status === 'PendingApproval'
}
