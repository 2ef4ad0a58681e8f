import {
  getEmployerFacts,
  listEmployerAdmins,
  queueWebhookMail,
} from '@jobboard/contracts/employers/internal'
import type { Call } from '@jobboard/service/lifecycle/call'

/** Checks with accounts that an employer exists; returns the sandbox that it is. Throws not_found, and unavailable when accounts
 * does not respond. */
export async function checkEmployer(
  call: Call,
  employerId: number,
  requestId: string,
): Promise<number | undefined> {
  const { sandboxId } = await call(getEmployerFacts, { params: { employerId } }, { requestId })
  return sandboxId
}

/** The addresses of the admins of an employer who want mails about webhooks. Throws unavailable when accounts does not respond. */
export async function getAdminAddresses(call: Call, employerId: number): Promise<string[]> {
  const { emails } = await call(listEmployerAdmins, { params: { employerId } })
  return emails
}

/** Lets accounts mail a notice to the admins who want it, once per `id`. False where accounts sends no mail. Throws
 * unavailable. */
export async function queueNotice(
  call: Call,
  employerId: number,
  notice: { id: string; subscriptionId: number; subject: string; text: string },
): Promise<boolean> {
  const input = { params: { employerId }, body: notice }
  return (await call(queueWebhookMail, input, { isSafe: true })).isSending
}
