import { listEmployerAdmins } from '@jobboard/contracts/employers/internal'
import type { Call } from '@jobboard/service/lifecycle/call'

/** The addresses of the admins of an employer. Throws unavailable when accounts does not respond. */
export async function getAdminAddresses(call: Call, employerId: number): Promise<string[]> {
  const { emails } = await call(listEmployerAdmins, { params: { employerId } })
  return emails
}
