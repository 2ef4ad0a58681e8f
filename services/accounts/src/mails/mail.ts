import {
  MAX_MAILS_AT_ONCE,
  MAX_MAILS_PER_EMPLOYER,
  type MailKind,
  mailKindsOf,
} from '@jobboard/contracts/employers/mails'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { User } from '../users/user.ts'

/** Which mails a user wants. */
export interface MailSettings {
  applications: 'at_once' | 'daily' | 'off'
  keys: boolean
  credits: boolean
  webhooks: boolean
}

/** Of a user who has decided nothing. */
export const defaultMails: MailSettings = { applications: 'daily', keys: true, credits: true, webhooks: true }

/** What a mail is about. Nothing of a candidate. */
export interface MailData {
  /** `others` are the jobs beyond those named. */
  applications: {
    jobs: { jobId: number; title: string; applications: number }[]
    others: number
    total: number
  }
  /** The end of a review, or that a sandbox ends with its keys. */
  keys: { keyId: number; name: string; refusedReason: string | null } | { sandboxEndsAt: string }
  credits: { kind: CreditKind; amount: number; threshold: number }
  webhooks: { subscriptionId: number; subject: string; text: string }
}

/** A mail of one kind with its data. */
export type AnyMail = { [K in MailKind]: { kind: K; data: MailData[K] } }[MailKind]

/** A mail to send, and its recipient as of now. */
export type WaitingMail = AnyMail & {
  id: string
  userId: number
  employerName: string
  /** With the one that is being made. */
  attempts: number
  createdAt: Date
  recipient: Pick<User, 'name' | 'email' | 'role'> & { isRemoved: boolean }
  settings: MailSettings
  timeZone: string
}

/** After attempts 1 to 7; the eighth is the last one. */
export const RETRY_DELAYS_SECONDS = [120, 300, 900, 3_600, 21_600, 43_200, 86_400]

/** Whether a user wants mails of a kind, and may see what they are about. */
export function wants(kind: MailKind, role: User['role'], settings: MailSettings): boolean {
  const isOn = kind === 'applications' ? settings.applications !== 'off' : settings[kind]
  return isOn && mailKindsOf[role].includes(kind)
}

/** The settings without mails of a kind. */
export function without(kind: MailKind, settings: MailSettings): MailSettings {
  return kind === 'applications' ? { ...settings, applications: 'off' } : { ...settings, [kind]: false }
}

/** Throws insufficient_scope when `actor` is another user of the employer: each decides about the own mails. */
export function checkOwnMails(actor: string, userId: number): void {
  if (!actor.startsWith('user ') || actor === `user ${userId}`) return
  throw new ApiError('insufficient_scope', 'Only the user may change which mails the user gets.')
}

/** New applications of a user that no mail has named, and what was sent before. */
export interface DueMail {
  userId: number
  employerId: number
  role: User['role']
  isRemoved: boolean
  settings: MailSettings
  timeZone: string
  /** Mails about applications to this user within the last hour, and the last of them. */
  lastHour: number
  lastAt: Date | null
  /** Mails to the employer within 24 hours. */
  ofEmployer: number
}

/** Between two mails at once, so that applications that arrive together share one. */
const APART_MS = 60_000

/** What becomes of them: a mail now or at a later time, or none. */
export function decide(due: DueMail, now: Date): 'mail' | 'none' | Date {
  const { settings, lastAt } = due
  if (due.isRemoved || !wants('applications', due.role, settings)) return 'none'
  if (due.ofEmployer >= MAX_MAILS_PER_EMPLOYER) return nextDigestAt(now, due.timeZone)
  if (settings.applications === 'daily') return 'mail'
  if (due.lastHour >= MAX_MAILS_AT_ONCE) return nextDigestAt(now, due.timeZone)
  const next = (lastAt?.getTime() ?? 0) + APART_MS
  return next > now.getTime() ? new Date(next) : 'mail'
}

/** When a mail about new applications is due that nothing delays. */
export function dueAt(applications: MailSettings['applications'], now: Date, timeZone: string): Date {
  return applications === 'at_once' ? now : nextDigestAt(now, timeZone)
}

const QUARTER_MS = 900_000
const QUARTERS_OF_DAY = 26 * 4
const DIGEST_TIME = '08:00'
const formats = new Map<string, Intl.DateTimeFormat>()

/** The next 8:00 in a time zone. All zones differ from UTC by whole quarters of an hour. */
export function nextDigestAt(now: Date, timeZone: string): Date {
  const format = formatOf(timeZone)
  const first = Math.floor(now.getTime() / QUARTER_MS) + 1
  for (let quarter = first; quarter < first + QUARTERS_OF_DAY; quarter++) {
    if (format.format(quarter * QUARTER_MS) === DIGEST_TIME) return new Date(quarter * QUARTER_MS)
  }
  // A day on which the clocks skip it.
  return new Date(now.getTime() + 86_400_000)
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en-GB', options)
  if (formats.size < 1_000) formats.set(timeZone, format)
  return format
}
