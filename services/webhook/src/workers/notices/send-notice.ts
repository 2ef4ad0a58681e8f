import { failpoint } from '@jobboard/process/failpoint'
import type { SendMail } from '@jobboard/process/mailer'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { Notice } from '../../domain/notice.ts'
import type { WebhookEnv } from '../../env.ts'
import { getAdminAddresses } from '../../peers/employer-admins.ts'
import { closeNotice, listLastFailures } from '../../store/notice.ts'
import { toDisabledMail } from '../../wire/disabled-mail.ts'

/** Sends one notice and stores that it is sent. A failure leaves it for its next attempt, the last one gives it up. A
 * crash between the two sends it again with the same Message-ID. Never throws for a failed mail. */
export async function sendNotice(
  { db, clock, call, log }: Pick<Deps<WebhookEnv>, 'db' | 'clock' | 'call' | 'log'>,
  sendMail: SendMail,
  notice: Notice,
  { isLast, signal }: { isLast: boolean; signal: AbortSignal },
): Promise<void> {
  const { id, subscriptionId, employerId, attempts } = notice
  const fields = { noticeId: id, subscriptionId, employerId, attempts }
  try {
    const to = await getAdminAddresses(call, employerId)
    if (to.length === 0) {
      log.warn(fields, 'webhook notice has no recipient: the employer has no EmployerAdmin')
      return await closeNotice(db.sql, id, 'NoRecipient', clock.now())
    }
    const mail = toDisabledMail(notice, await listLastFailures(db.sql, notice))
    await sendMail({ id, to, ...mail }, signal)
    failpoint('notice-after-send')
    await closeNotice(db.sql, id, 'Sent', clock.now())
    log.info({ ...fields, recipients: to.length }, 'webhook notice sent')
  } catch (err) {
    log[isLast ? 'error' : 'warn']({ ...fields, err, isLast }, 'webhook notice not sent')
    if (isLast) await closeNotice(db.sql, id, 'GivenUp', clock.now())
  }
}
