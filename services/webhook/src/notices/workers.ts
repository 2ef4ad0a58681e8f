import { failpoint } from '@jobboard/process/failpoint'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import { openMailer, type SendMail } from '@jobboard/process/mailer'
import type { Deps, Worker } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../env.ts'
import { getAdminAddresses, queueNotice } from '../subscriptions/peers.ts'
import { type Notice, toDisabledMail } from './notice.ts'
import { closeNotice, getNoticeAge, listLastFailures, NOTICE_CHANNEL, takeNotice } from './store.ts'

const POLL_MS = 10_000
/** Shorter than the first retry delay, so that no other replica sends the same notice at the same time. */
const SEND_TIMEOUT_MS = 30_000
/** After attempts 1 to 7; the eighth is the last one. */
const RETRY_DELAYS_SECONDS = [120, 300, 900, 3_600, 21_600, 86_400, 86_400]

/** Mails the admins of employers whose subscription was disabled after failures, one notice after the other.
 * Without `SMTP_URL` it does nothing. */
export const notices: Worker<WebhookEnv> = async (deps, metrics) => {
  const { db, clock, env, log } = deps
  metrics.add(
    {
      name: 'webhook_notice_oldest_unsent_seconds',
      type: 'gauge',
      help: 'Age of the oldest notice of a disabled subscription that is not sent.',
    },
    async () => [{ labels: {}, value: await getNoticeAge(db.sql, clock.now()) }],
  )
  if (!env.SMTP_URL) return { stop: async () => {} }

  const sendMail = openMailer(env.SMTP_URL, env.MAIL_FROM!)

  async function sendNext(loop: LoopControl): Promise<number> {
    const notice = await takeNotice(db.sql, clock.now(), RETRY_DELAYS_SECONDS)
    if (!notice) return POLL_MS
    const signal = AbortSignal.any([loop.signal, AbortSignal.timeout(SEND_TIMEOUT_MS)])
    await sendNotice(deps, sendMail, notice, {
      isLast: notice.attempts > RETRY_DELAYS_SECONDS.length,
      signal,
    })
    return 0
  }
  return startLoop({
    step: sendNext,
    subscribe(wake) {
      const unsubscribes = [db.listen(NOTICE_CHANNEL, wake), clock.onAdvance(wake)]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    onError: (err) => log.warn({ err }, 'webhook notices not read; retrying'),
    retryMs: POLL_MS,
  })
}

/** Sends one notice, by accounts where that sends mail, and stores that it is sent. A failure leaves it for its next attempt, the last one gives it up. A
 * crash between the two sends it again with the same Message-ID. Never throws for a failed mail. */
async function sendNotice(
  { db, clock, call, log }: Pick<Deps<WebhookEnv>, 'db' | 'clock' | 'call' | 'log'>,
  sendMail: SendMail,
  notice: Notice,
  { isLast, signal }: { isLast: boolean; signal: AbortSignal },
): Promise<void> {
  const { id, subscriptionId, employerId, attempts } = notice
  const fields = { noticeId: id, subscriptionId, employerId, attempts }
  try {
    const mail = toDisabledMail(notice, await listLastFailures(db.sql, notice))
    if (await queueNotice(call, employerId, { id, subscriptionId, ...mail })) {
      await closeNotice(db.sql, id, 'Sent', clock.now())
      return log.info(fields, 'webhook notice handed to accounts')
    }
    const to = await getAdminAddresses(call, employerId)
    if (to.length === 0) {
      log.warn(fields, 'webhook notice has no recipient: the employer has no EmployerAdmin')
      return await closeNotice(db.sql, id, 'NoRecipient', clock.now())
    }
    await sendMail({ id, to, ...mail }, signal)
    failpoint('notice-after-send')
    await closeNotice(db.sql, id, 'Sent', clock.now())
    log.info({ ...fields, recipients: to.length }, 'webhook notice sent')
  } catch (err) {
    log[isLast ? 'error' : 'warn']({ ...fields, err, isLast }, 'webhook notice not sent')
    if (isLast) await closeNotice(db.sql, id, 'GivenUp', clock.now())
  }
}
