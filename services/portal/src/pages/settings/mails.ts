import { listMails, MAIL_DAYS, type MailKind } from '@jobboard/contracts/employers/mails'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { badge } from '@jobboard/html/blocks'
import { numeric } from '@jobboard/html/table'
import { userText, when } from '@jobboard/html/values'
import { type Page, screen, type View, type Visit } from '../../http/page.ts'
import { filters } from '../../kit/filters.ts'

type Row = ResponseBody<typeof listMails>['items'][number]

const path = '/settings/mails'
const list = filters({ path, pageSize: 50 })

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

async function show(visit: Visit): Promise<View> {
  const at = list.read(visit)
  const { items, total } = await visit.ask(listMails, { query: at.query })
  return screen(visit, {
    title: 'What was sent',
    lead: `The mails of the last ${MAIL_DAYS} days to the people of your employer, without their content.`,
    back: { href: '/settings', label: 'Back to the settings' },
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

export const sentMails: Page = { method: 'GET', path, roles: ['EmployerAdmin'], handle: show }
