import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { idOf, line, patch, pathIdOf, wireTimestamp } from '../text.ts'
import type { userRoles } from './users.ts'

/** What users of employers get mails about. */
export const mailKinds = ['applications', 'keys', 'credits', 'webhooks'] as const
export type MailKind = (typeof mailKinds)[number]

/** The mails that a role may get: of what it may see. */
export const mailKindsOf: Record<(typeof userRoles)[number], readonly MailKind[]> = {
  EmployerAdmin: mailKinds,
  Recruiter: ['applications'],
  Interviewer: [],
}

/** Mails about new applications: at most this many of a person within an hour, the rest comes with the daily one. */
export const MAX_MAILS_AT_ONCE = 20
/** Mails of an employer within 24 hours. */
export const MAX_MAILS_PER_EMPLOYER = 2_000
/** Days for which it is kept what was sent. */
export const MAIL_DAYS = 30
const MAX_CREDIT_THRESHOLD = 1_000_000

function isTimeZone(name: string): boolean {
  try {
    // An offset, such as +01:00, has no summer time and no name.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format().length > 0
  } catch {
    return false
  }
}

const timeZone = line(64).refine(
  isTimeZone,
  'must be the name of a time zone (IANA), such as Europe/Amsterdam',
)

const settingTexts = {
  name: 'Name of the employer, as candidates see it.',
  timeZone:
    'Time zone (IANA) in which daily mails are sent at 8:00, and in which the portal shows times to persons whose browser names none.',
  creditThreshold: 'A balance that falls below it is mailed to EmployerAdmins; 0 for never.',
} as const

const employerSettings = z
  .object({
    name: z.string().describe(settingTexts.name),
    timeZone: z.string().describe(settingTexts.timeZone),
    creditThreshold: z.int().describe(settingTexts.creditThreshold),
  })
  .meta({
    id: 'EmployerSettings',
    description: 'What an employer decides about itself.',
    example: { name: 'Utrecht Bakery', timeZone: 'Europe/Amsterdam', creditThreshold: 5 },
  })

const employerParams = z.object({ employerId: pathIdOf('employer') })

export const getEmployerSettings = endpoint('GET /admin/v1/employers/{employerId}/settings', {
  service: 'accounts',
  name: 'get-employer-settings',
  summary: 'Read the settings of an employer',
  params: employerParams,
  response: employerSettings,
})

export const updateEmployerSettings = endpoint('PUT /admin/v1/employers/{employerId}/settings', {
  service: 'accounts',
  name: 'update-employer-settings',
  summary: 'Change the settings of an employer',
  description: 'EmployerAdmins change the same in the portal.',
  params: employerParams,
  body: z
    .object({
      name: patch(line().min(1, 'must not be empty')).describe(settingTexts.name),
      timeZone: patch(timeZone).describe(settingTexts.timeZone),
      creditThreshold: patch(z.int().min(0).max(MAX_CREDIT_THRESHOLD)).describe(settingTexts.creditThreshold),
    })
    .meta({
      description: 'Any subset of the fields. A field that is absent or null stays as it is.',
      example: { timeZone: 'Europe/Amsterdam' },
    }),
  response: employerSettings,
})

export const applicationMails = ['at_once', 'daily', 'off'] as const
const applications = z.enum(applicationMails)
const mailTexts = {
  applications: `Mails about new applications, for EmployerAdmins and Recruiters: at once, at most ${MAX_MAILS_AT_ONCE} an hour and the rest with the daily mail; one daily at 8:00 if there are any; or off.`,
  keys: 'Whether an EmployerAdmin gets a mail when a key is approved or refused.',
  credits: 'Whether an EmployerAdmin gets a mail when a balance falls below `creditThreshold`.',
  webhooks: 'Whether an EmployerAdmin gets a mail when a webhook subscription is disabled after failures.',
} as const

const mailSettings = z
  .object({
    applications: applications.describe(mailTexts.applications),
    keys: z.boolean().describe(mailTexts.keys),
    credits: z.boolean().describe(mailTexts.credits),
    webhooks: z.boolean().describe(mailTexts.webhooks),
    isSending: z.boolean().describe('Whether this installation sends mails: `SMTP_URL` of accounts is set.'),
  })
  .meta({
    id: 'MailSettings',
    description: 'Which mails a user gets, as far as the role may see what they are about.',
    example: { applications: 'daily', keys: true, credits: true, webhooks: true, isSending: true },
  })

const userParams = z.object({ employerId: pathIdOf('employer'), userId: pathIdOf('user') })

export const getMailSettings = endpoint('GET /admin/v1/employers/{employerId}/users/{userId}/mail-settings', {
  service: 'accounts',
  name: 'get-mail-settings',
  summary: 'Read which mails a user gets',
  params: userParams,
  response: mailSettings,
})

export const updateMailSettings = endpoint(
  'PUT /admin/v1/employers/{employerId}/users/{userId}/mail-settings',
  {
    service: 'accounts',
    name: 'update-mail-settings',
    summary: 'Change which mails a user gets',
    description: 'Users change it themselves, in the portal and by the link in each mail.',
    params: userParams,
    body: z
      .object({
        applications: patch(applications).describe(mailTexts.applications),
        keys: patch(z.boolean()).describe(mailTexts.keys),
        credits: patch(z.boolean()).describe(mailTexts.credits),
        webhooks: patch(z.boolean()).describe(mailTexts.webhooks),
      })
      .meta({
        description: 'Any subset of the fields. A field that is absent or null stays as it is.',
        example: { applications: 'at_once' },
      }),
    response: mailSettings,
    refusals: {
      insufficient_scope: {
        when: 'A user of the employer changes the mails of another user in the portal.',
        message: 'Only the user may change which mails the user gets.',
      },
    },
  },
)

export const mailStates = ['Waiting', 'Sent', 'GivenUp', 'Suppressed'] as const
const sentMail = z
  .object({
    id: z.uuid().describe('Id of the mail: the first part of its Message-ID.'),
    userId: idOf('user'),
    userName: z.string().describe('Name of the user.'),
    kind: z.enum(mailKinds).describe('What the mail is about.'),
    state: z
      .enum(mailStates)
      .describe(
        'Waiting: not sent yet. GivenUp: the mail server did not take it. Suppressed: the user had turned such mails off, or lost the role for them, before it was sent.',
      ),
    attempts: z.int().describe('How often it was sent to the mail server, at most 8.'),
    createdAt: wireTimestamp().describe('When the mail was made.'),
    closedAt: wireTimestamp().nullable().describe('When it was sent or given up; null while it waits.'),
  })
  .meta({
    id: 'SentMail',
    description: 'A mail to a user, without its content and address.',
    example: {
      id: '6f1c9a4e-7d2b-4b61-9a55-0d4c8f5f1a20',
      userId: 3,
      userName: 'Rex Vos',
      kind: 'applications',
      state: 'Sent',
      attempts: 1,
      createdAt: '2026-03-01T08:00:00.000Z',
      closedAt: '2026-03-01T08:00:01.000Z',
    },
  })

export const listMails = endpoint('GET /admin/v1/employers/{employerId}/mails', {
  service: 'accounts',
  name: 'list-mails',
  summary: `Read which mails were sent to the users of an employer in the last ${MAIL_DAYS} days, newest first`,
  description: 'Sign-in links and invitations, which the portal sends, are not among them.',
  params: employerParams,
  query: z.object(pageQuery),
  response: pageOf(sentMail),
})
