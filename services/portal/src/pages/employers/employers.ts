import { listEmployers } from '@jobboard/contracts/employers/employers'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { linkButton } from '@jobboard/html/blocks'
import { numeric } from '@jobboard/html/table'
import { userText, when } from '@jobboard/html/values'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { filters } from '../../kit/filters.ts'
import { staffRoles } from '../../person/person.ts'
import { creditPages } from './credits.ts'
import { employerPages } from './employer.ts'

const path = '/staff/employers'

const list = filters({
  path,
  pageSize: 25,
  submit: { label: 'Find', icon: 'search' },
  fields: {
    q: {
      type: 'search',
      label: 'Name',
      hint: 'How the name begins, in any letter case.',
      maxLength: MAX_LINE_LENGTH,
    },
  },
})

async function showEmployers(visit: Visit): Promise<View> {
  const { zone, person } = visit
  const at = list.read(visit)
  const { items, total } = await visit.ask(listEmployers, { query: at.query })
  const action =
    person.role === 'operator' &&
    linkButton({ href: `${path}/new`, label: 'New employer', icon: 'plus', tone: 'primary' })
  const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')
  return screen(visit, {
    title: 'Employers',
    lead: 'Everybody who hires here, newest first.',
    actions: action,
    body: [
      at.form(),
      at.panel<(typeof items)[number]>({
        caption: 'Employers',
        rows: items,
        total,
        rowHref: ({ id }) => `${path}/${id}`,
        empty: {
          title: 'No employer yet',
          text: 'Create the first one, then grant credits and invite a user.',
          action,
        },
        noMatch: {
          title: 'No employer found',
          text: 'Look for the beginning of the name, or for less of it.',
        },
        columns: {
          Name: ({ name }) => userText(name, { lines: 2 }),
          Number: numeric(({ id }) => String(id)),
          Contract: ({ hasActiveContract }) => yesOrNo(hasActiveContract),
          'Trusted partner': ({ isTrustedPartner }) => yesOrNo(isTrustedPartner),
          Since: ({ createdAt }) => when(createdAt, zone, 'date'),
        },
      }),
    ],
  })
}

export const employers: Area = {
  places: [{ href: path, label: 'Employers', icon: 'employer', roles: staffRoles }],
  pages: [get(path, staffRoles, showEmployers), ...employerPages, ...creditPages],
}
