import {
  applicationMails,
  getEmployerSettings,
  getMailSettings,
  listMails,
  MAIL_DAYS,
  MAX_MAILS_AT_ONCE,
  type MailKind,
  mailKindsOf,
  updateEmployerSettings,
  updateMailSettings,
} from '@jobboard/contracts/employers/mails'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { badge, linkButton, notice, panel } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { numeric } from '@jobboard/html/table'
import { userText, when } from '@jobboard/html/values'
import { type Area, get, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields, optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { isInSandbox, type User } from '../../person/person.ts'

const path = '/settings'
const roles = ['EmployerAdmin', 'Recruiter'] as const
const admins = ['EmployerAdmin'] as const

async function show(visit: Visit): Promise<View> {
  const isAdmin = visit.person.role === 'EmployerAdmin'
  const inSandbox = isInSandbox(visit.person)
  const [mails, employer] = await Promise.all([
    inSandbox ? undefined : visit.ask(getMailSettings, { params: own(visit) }),
    isAdmin ? visit.ask(getEmployerSettings) : undefined,
  ])
  return screen(visit, {
    title: 'Settings',
    lead: isAdmin ? 'Of your employer, and the mails that you get.' : 'The mails that you get.',
    actions:
      isAdmin && !inSandbox && linkButton({ href: `${path}/mails`, label: 'What was sent', icon: 'mail' }),
    body: [
      employer &&
        panel({
          title: 'Employer',
          body: changeEmployer.form(visit, {
            values: {
              name: employer.name,
              timeZone: employer.timeZone,
              creditThreshold: String(employer.creditThreshold),
            },
            fields: {
              timeZone: { options: zonesWith(employer.timeZone) },
              creditThreshold: inSandbox ? false : undefined,
            },
            hidden: inSandbox ? { creditThreshold: String(employer.creditThreshold) } : undefined,
          }),
        }),
      panel({
        title: 'Your mails',
        body: mails
          ? showMails(visit, mails)
          : html`<p>No mails about a sandbox are sent, but for one before it ends.</p>`,
      }),
    ],
  })
}

function showMails(visit: Visit, mails: ResponseBody<typeof getMailSettings>) {
  const shown = kindsOf(visit)
  const kinds = (['keys', 'credits', 'webhooks'] as const).map(
    (kind) => [kind, shown.includes(kind)] as const,
  )
  const left = kinds.filter(([, isShown]) => !isShown)
  const on = kinds.filter(([kind]) => mails[kind])
  return changeMails.form(visit, {
    values: { applications: mails.applications, ...Object.fromEntries(on.map(([kind]) => [kind, 'yes'])) },
    fields: Object.fromEntries(left.map(([kind]) => [kind, false])),
    before: mails.isSending
      ? html`<p class="text-body-secondary">They name jobs and numbers, never a candidate. Each has a link that ends mails of its kind.</p>`
      : notice({
          tone: 'info',
          body: 'This installation sends no mails. What you choose counts once it does.',
        }),
  })
}

const own = ({ person }: Visit) => ({ employerId: (person as User).employerId, userId: person.id })
const kindsOf = ({ person }: Visit) => mailKindsOf[(person as User).role]

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
/** With the stored one, which may have another name of the same zone. */
const zonesWith = (zone: string) => optionsOf(zones.includes(zone) ? zones : [zone, ...zones])

const changeEmployer = command({
  path: `${path}/employer`,
  roles: admins,
  call: updateEmployerSettings,
  fields: fields(updateEmployerSettings.body, {
    name: { label: 'Name', hint: 'As candidates see it.', required: true },
    timeZone: {
      label: 'Time zone',
      type: 'select',
      hint: 'Daily mails are sent at 8:00 there. Times on pages are in it for people whose browser names no zone.',
      options: optionsOf(zones),
      required: true,
    },
    creditThreshold: {
      label: 'Mail admins when fewer credits are left than',
      hint: 'Of any kind; 0 for never.',
      min: 0,
      required: true,
    },
  }),
  submit: { label: 'Save the settings', icon: 'check' },
  again: show,
  done: () => redirect(path, 'The settings are saved.'),
})

const texts: Record<(typeof applicationMails)[number], readonly [string, string]> = {
  at_once: ['At once', `At most ${MAX_MAILS_AT_ONCE} an hour; the rest comes with the daily mail.`],
  daily: ['Once a day', 'At 8:00, if there are any.'],
  off: ['Never', ''],
}

const changeMails = command({
  path: `${path}/my-mails`,
  roles,
  call: updateMailSettings,
  params: own,
  fields: fields(updateMailSettings.body, {
    applications: {
      type: 'radio',
      label: 'New applications',
      required: true,
      options: applicationMails.map((value) => ({ value, label: texts[value][0], hint: texts[value][1] })),
    },
    keys: { label: 'A key was approved or refused' },
    credits: { label: 'Few credits are left' },
    webhooks: { label: 'A webhook was disabled after failures' },
  }),
  // A box that the form does not have is no box without a tick.
  body(sent, visit) {
    const all = { applications: sent.applications, ...ticks(sent) }
    return Object.fromEntries(kindsOf(visit).map((kind) => [kind, all[kind]]))
  },
  submit: { label: 'Save your mails', icon: 'check' },
  again: show,
  done: () => redirect(path, 'Your mails are saved.'),
})

function ticks(sent: Record<string, unknown>) {
  return { keys: sent.keys === 'yes', credits: sent.credits === 'yes', webhooks: sent.webhooks === 'yes' }
}

type Row = ResponseBody<typeof listMails>['items'][number]

const sent = filters({ path: `${path}/mails`, pageSize: 50 })

const kinds: Record<MailKind, string> = {
  applications: 'New applications',
  keys: 'A key',
  credits: 'Few credits',
  webhooks: 'A disabled webhook',
}
const states = {
  Waiting: ['waits', 'info'],
  Sent: ['sent', 'success'],
  GivenUp: ['not taken', 'danger'],
  Suppressed: ['not wanted any more', 'neutral'],
} as const

async function showSent(visit: Visit): Promise<View> {
  const at = sent.read(visit)
  const { items, total } = await visit.ask(listMails, { query: at.query })
  return screen(visit, {
    title: 'What was sent',
    lead: `The mails of the last ${MAIL_DAYS} days to the people of your employer, without their content.`,
    back: { href: path, label: 'Back to the settings' },
    body: at.panel<Row>({
      title: 'Mails',
      rows: items,
      total,
      empty: {
        title: 'No mail yet',
        text: 'Mails about applications, keys, credits and webhooks appear here.',
      },
      columns: {
        To: ({ userName }) => userText(userName, { lines: 2 }),
        About: ({ kind }) => kinds[kind],
        State: ({ state }) => badge({ text: states[state][0], tone: states[state][1] }),
        Made: ({ createdAt }) => when(createdAt, visit.zone),
        Tries: numeric(({ attempts }) => attempts),
      },
    }),
  })
}

export const settings: Area = {
  places: [{ href: path, label: 'Settings', icon: 'settings', roles }],
  pages: [get(path, roles, show), changeEmployer, changeMails, get(`${path}/mails`, admins, showSent)],
}
