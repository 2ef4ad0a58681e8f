import { type LoopControl, startLoop } from '@jobboard/process/loop'
import { openMailer } from '@jobboard/process/mailer'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../../env.ts'
import { getNoticeAge, NOTICE_CHANNEL, takeNotice } from '../../store/notice.ts'
import { sendNotice } from './send-notice.ts'

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
