import { getEmployerFacts, listEmployerAdmins } from '@jobboard/contracts/employers/internal'
import type { Call } from '@jobboard/service/lifecycle/call'

/** Checks with accounts that an employer exists. Throws not_found, and unavailable when accounts does not
 * respond. */
export async function checkEmployer(call: Call, employerId: number, requestId: string): Promise<void> {
  await call(getEmployerFacts, { params: { employerId } }, { requestId })
}

/** The addresses of the admins of an employer. Throws unavailable when accounts does not respond. */
export async function getAdminAddresses(call: Call, employerId: number): Promise<string[]> {
  const { emails } = await call(listEmployerAdmins, { params: { employerId } })
  return emails
}
