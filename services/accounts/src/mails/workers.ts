import { failpoint } from '@jobboard/process/failpoint'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import { openMailer, type SendMail } from '@jobboard/process/mailer'
import { signUnsubscribe } from '@jobboard/service/auth/unsubscribe-link'
import type { Deps, Worker } from '@jobboard/service/lifecycle/deps'
import type { AccountsEnv } from '../env.ts'
import { decide, RETRY_DELAYS_SECONDS, type WaitingMail, wants } from './mail.ts'
import {
  closeMail,
  dropDue,
  getMailAge,
  lockDue,
  MAIL_CHANNEL,
  mailDue,
  postpone,
  takeMails,
} from './store.ts'
import { toContent } from './wire.ts'

const POLL_MS = 10_000
/** Sent side by side by one replica. */
const BATCH = 8
/** Shorter than the first retry delay. */
const SEND_TIMEOUT_MS = 30_000
/** A mail that waited for longer, because the server was away, is out of date. */
const MAX_AGE_MS = 3 * 86_400_000
/** Between two tries of a server that takes no mail: doubled each time. */
const FIRST_PAUSE_MS = 10_000
const LAST_PAUSE_MS = 300_000
/** The server has refused this mail, and would take another. */
const OF_ONE_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

/** The mail server as this process has found it. */
export interface MailServer {
  /** Tries in a row that did not reach it. */
  failures: number
  /** Business time, milliseconds. */
  nextTryMs: number
}

export const openMailServer = (): MailServer => ({ failures: 0, nextTryMs: 0 })

type Result = 'sent' | 'failed' | 'given_up' | 'suppressed'
type Count = (kind: WaitingMail['kind'], result: Result) => void
type MailDeps = Deps<AccountsEnv, { mailServer: MailServer }>

/** Sends the mails to users, and makes those about new applications. While the server is away no other mail is made or
 * tried: new applications are counted for the one that follows. Without `SMTP_URL` it does nothing. */
export const mails: Worker<AccountsEnv, { mailServer: MailServer }> = async (deps, metrics) => {
  const { db, clock, env, log, mailServer } = deps
  const counts = new Map<string, { labels: Record<string, string>; value: number }>()
  const count: Count = (kind, result) => {
    const sample = counts.get(`${kind} ${result}`) ?? { labels: { kind, result }, value: 0 }
    sample.value++
    counts.set(`${kind} ${result}`, sample)
  }
  metrics.add(
    { name: 'accounts_mails_total', type: 'counter', help: 'Mails to users by what became of an attempt.' },
    () => [...counts.values()],
  )
  metrics.add(
    {
      name: 'accounts_mail_oldest_waiting_seconds',
      type: 'gauge',
      help: 'Age of the oldest mail to a user that is not sent.',
    },
    async () => [{ labels: {}, value: await getMailAge(db.sql, clock.now()) }],
  )
  if (!env.SMTP_URL) return { stop: async () => {} }
  const send = openMailer(env.SMTP_URL, env.MAIL_FROM)

  async function step(loop: LoopControl): Promise<number> {
    const waitMs = mailServer.nextTryMs - clock.now().getTime()
    if (waitMs > 0) return Math.min(waitMs, POLL_MS)
    const mails = await takeMails(db.sql, clock.now(), mailServer.failures > 0 ? 1 : BATCH)
    if (mails.length > 0) {
      const reached = await Promise.all(mails.map((mail) => sendMail(deps, send, mail, loop.signal, count)))
      noteServer(mailServer, reached.includes(true), clock.now())
      return 0
    }
    return (await makeMail(deps)) ? 0 : POLL_MS
  }
  return startLoop({
    step,
    subscribe(wake) {
      const unsubscribes = [db.listen(MAIL_CHANNEL, wake), clock.onAdvance(wake)]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    onError: (err) => log.warn({ err }, 'mails not read; retrying'),
    retryMs: POLL_MS,
  })
}

function noteServer(server: MailServer, isReached: boolean, now: Date): void {
  server.failures = isReached ? 0 : server.failures + 1
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (server.failures - 1), LAST_PAUSE_MS)
  server.nextTryMs = isReached ? 0 : now.getTime() + pauseMs
}

/** Makes the mail about new applications that is due for the longest time; false when none is due. */
function makeMail({ db, clock }: Pick<MailDeps, 'db' | 'clock'>): Promise<boolean> {
  const now = clock.now()
  return db.tx(async (sql) => {
    const due = await lockDue(sql, now)
    if (!due) return false
    const decided = decide(due, now)
    if (decided === 'mail') await mailDue(sql, due, now)
    else if (decided === 'none') await dropDue(sql, due)
    else await postpone(sql, due, decided)
    return true
  })
}

/** Sends one mail and stores that it is sent: a crash between the two sends it again with the same Message-ID. Returns
 * whether the server was reached. Never throws for a failed mail. */
async function sendMail(
  { db, clock, env, log }: MailDeps,
  send: SendMail,
  mail: WaitingMail,
  stopping: AbortSignal,
  count: Count,
): Promise<boolean> {
  const { id, userId, kind, attempts, recipient } = mail
  const close = async (closedAs: Parameters<typeof closeMail>[2], result: Result) => {
    await closeMail(db.sql, id, closedAs, clock.now())
    count(kind, result)
  }
  const fields = { mailId: id, userId, kind, attempts }
  if (recipient.isRemoved || !wants(kind, recipient.role, mail.settings)) {
    await close('Suppressed', 'suppressed')
    return true
  }
  if (clock.now().getTime() - mail.createdAt.getTime() > MAX_AGE_MS) {
    await close('GivenUp', 'given_up')
    return true
  }
  const unsubscribe = `${env.PORTAL_BASE_URL}/unsubscribe/${signUnsubscribe(env.CALLER_SECRET, { userId, kind })}`
  const content = toContent(mail, { portal: env.PORTAL_BASE_URL, unsubscribe })
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(SEND_TIMEOUT_MS)])
    await send({ id, to: [recipient.email], ...content, unsubscribeUrl: unsubscribe }, signal)
  } catch (err) {
    const isLast = attempts > RETRY_DELAYS_SECONDS.length
    log[isLast ? 'error' : 'warn']({ ...fields, err, isLast }, 'mail not sent')
    if (isLast) await close('GivenUp', 'given_up')
    else count(kind, 'failed')
    return OF_ONE_MAIL.has(String((err as { code?: unknown }).code))
  }
  failpoint('mail-after-send')
  await close('Sent', 'sent')
  log.info(fields, 'mail sent')
  return true
}
