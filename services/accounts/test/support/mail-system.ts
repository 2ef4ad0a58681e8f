import { randomUUID } from 'node:crypto'
import { applicationSubmitted } from '@jobboard/contracts/applications/events'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { mailConsumer } from '../../src/mails/consumers.ts'
import { type Accounts, bootAccounts } from './boot-accounts.ts'

/** Accounts with a mail server. */
export interface MailSystem {
  accounts: Accounts
  mailServer: MailServer
  /** Creates a user with an address of their own and, if it is given, settings. */
  user(employerId: number, role: string, settings?: object): Promise<{ id: number; email: string }>
  settingsPath(employerId: number, userId: number): string
  /** Consumes the event of a new application, by default of a new one; returns the id of the event. */
  apply(employerId: number, jobId: number, given?: { eventId?: string; at?: Date }): Promise<string>
  /** Waits until an address has this many mails, and returns the last one. */
  mailTo(email: string, count?: number): Promise<MailServer['mails'][number]>
  sentTo(email: string): MailServer['mails']
  advance(seconds: number): void
  stop(): Promise<void>
}

let applications = 0

/** The event of a new application. */
function submitted(employerId: number, jobId: number, at: Date, eventId: string) {
  const applicationId = ++applications
  const data = {
    ...{ applicationId, employerId, jobId, jobTitle: 'Baker', candidateId: 77, status: 'New', version: 1 },
    ...{ appliedAt: at.toISOString(), applicationType: 'Web' },
  }
  const times = { aggregateVersion: 1, occurredAt: at.toISOString() }
  return {
    id: eventId,
    subject: applicationSubmitted.subject,
    aggregateId: String(applicationId),
    ...times,
    data,
  }
}

export async function openMailSystem(env: Record<string, string> = {}): Promise<MailSystem> {
  const mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, PORTAL_BASE_URL: 'https://portal.example', ...env }
  const accounts = await bootAccounts({ env: settings })
  const { db, clock } = accounts.deps
  const sentTo = (email: string) => mailServer.mails.filter(({ recipients }) => recipients.includes(email))
  const settingsPath = (employerId: number, userId: number) =>
    `/admin/v1/employers/${employerId}/users/${userId}/mail-settings`
  return {
    accounts,
    mailServer,
    settingsPath,
    async user(employerId, role, wanted) {
      const email = `${randomUUID()}@fjord.example`
      const { body } = await accounts.admin.post(`/admin/v1/employers/${employerId}/users`, {
        name: 'Ada',
        email,
        role,
      })
      if (wanted) await accounts.admin.put(settingsPath(employerId, body.id), wanted)
      return { id: body.id, email }
    },
    async apply(employerId, jobId, { eventId = randomUUID(), at = clock.now() } = {}) {
      const event = submitted(employerId, jobId, at, eventId)
      await receiveEvent(db, 'accounts', mailConsumer(accounts.deps as never), event as never)
      return eventId
    },
    async mailTo(email, count = 1) {
      await eventually(`${count} mails`, async () => sentTo(email).length >= count)
      return sentTo(email).at(-1)!
    },
    sentTo,
    advance: (seconds) => clock.advanceTo(clock.offsetMs + seconds * 1_000),
    async stop() {
      await accounts.stop()
      await mailServer.stop()
    },
  }
}

/** The copy of a job with a title. */
export async function nameJob({ accounts }: MailSystem, employerId: number, jobId: number, title: string) {
  await accounts.deps.db.sql`
    insert into job_copy (job_id, employer_id, status, title, version) values (${jobId}, ${employerId}, 'Active', ${title}, 1)`
}
