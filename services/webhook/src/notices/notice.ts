import { WEBHOOK_TIMEOUT_MS } from '@jobboard/contracts/limits'

/** A notice that a subscription was disabled after failures. */
export interface Notice {
  /** Part of the Message-ID, so that a mail that is sent twice can be recognised. */
  id: string
  subscriptionId: number
  employerId: number
  url: string
  reason: string
  disabledAt: Date
  /** With the one that is being made. */
  attempts: number
}

/** A failed attempt of a subscription. */
export interface FailedAttempt {
  startedAt: Date
  event: string
  statusCode: number | null
  error: string | null
}

/** The mail that notifies the admins of an employer that a subscription was disabled, and how to enable it (D-54). */
export function toDisabledMail(
  { subscriptionId, url, reason, disabledAt }: Notice,
  failures: readonly FailedAttempt[],
): { subject: string; text: string } {
  const lines = failures.map(({ startedAt, event, statusCode, error }) => {
    return `  ${startedAt.toISOString()}  ${event}: ${statusCode === null ? error : `HTTP status ${statusCode}`}`
  })
  const subject = `Webhook subscription ${subscriptionId} is disabled`
  const text = `Webhook subscription ${subscriptionId} was disabled at ${disabledAt.toISOString()}: ${reason}.

Endpoint:
  ${url}

Last failed attempts (UTC):
${lines.length > 0 ? lines.join('\n') : '  none stored'}

No event is lost: deliveries are held until the subscription is enabled again.

What to do:
  1. Repair the endpoint. It must respond with a 2xx status within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds; redirects are not followed.
  2. Enable subscription ${subscriptionId} in the employer portal. Held deliveries become due within a minute.
  3. Send a test event from the portal to check.

This message was sent automatically to the admins of your company.
`
  return { subject, text }
}
