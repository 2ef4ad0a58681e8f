import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { badge, empty, linkButton, pageHead, panel } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { definitions, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { pagedTable } from '../../parts/paged-table.ts'
import { ofEmployer } from '../../peers/own.ts'
import { employerRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

export type User = ResponseBody<typeof listUsersOfEmployer>[number]

const PAGE_SIZE = 50
const words = texts.list

/** The users of the employer, newest first, and what their roles may do. */
export const listPage: Page = {
  method: 'GET',
  path: '/users',
  roles: ['EmployerAdmin'],
  async handle(visit) {
    const { person, zone } = visit
    const users = await visit.ask(listUsersOfEmployer, ofEmployer(visit))
    const invite = linkButton({ href: '/users/new', label: words.invite, icon: 'plus', tone: 'primary' })
    const head = words.columns
    return view({
      title: words.title,
      body: html`<div class="jb-stack">
        ${pageHead({ title: words.title, lead: words.lead, actions: invite })}
        ${panel({
          title: words.caption,
          body: pagedTable(visit, {
            name: 'page',
            pageSize: PAGE_SIZE,
            caption: words.caption,
            rows: users,
            rowHref: ({ id }) => `/users/${id}`,
            empty: empty({ ...words.empty, action: invite }),
            columns: [
              { head: head.name, cell: ({ name }: User) => userText(name, { lines: 2 }) },
              { head: head.email, cell: ({ email }: User) => userText(email, { lines: 1 }) },
              {
                head: head.role,
                cell: ({ id, role }: User) => {
                  const you = id === person.id && badge({ text: words.you, tone: 'info' })
                  return html`<span class="jb-marks">${badge({ text: texts.roles[role].label })}${you}</span>`
                },
              },
              { head: head.since, cell: ({ createdAt }: User) => when(createdAt, zone, 'date') },
            ],
          }),
        })}
        ${panel({
          title: words.roles,
          body: definitions(
            employerRoles.map((role) => ({ term: texts.roles[role].label, value: texts.roles[role].text })),
          ),
        })}
      </div>`,
    })
  },
}
