import { listEmployers } from '@jobboard/contracts/employers/employers'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { empty, linkButton, pageHead, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { userText, when } from '../../html/values.ts'
import { number } from '../../http/form.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { staffRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 25
const words = texts.list
const { columns } = words

/** All employers, by the beginning of the name. */
export const listPage: Page = {
  method: 'GET',
  path: '/staff/employers',
  roles: staffRoles,
  async handle(visit) {
    const { query, zone, person } = visit
    const q = query.q?.trim().slice(0, MAX_LINE_LENGTH) || undefined
    const page = number(query, 'page') ?? 1
    const found = await visit.ask(listEmployers, { query: { q, page, pageSize: PAGE_SIZE } })
    const create =
      person.role === 'operator' &&
      linkButton({ href: '/staff/employers/new', label: words.create, icon: 'plus', tone: 'primary' })
    const address = (to: number) =>
      `/staff/employers?${new URLSearchParams({ ...(q && { q }), page: String(to) })}`
    const yesOrNo = (is: boolean) => (is ? texts.yes : texts.no)
    return view({
      title: words.title,
      body: html`<div class="jb-stack">
        ${pageHead({ title: words.title, lead: words.lead, actions: create })}
        ${filters({
          action: '/staff/employers',
          submit: { label: words.find, icon: 'search' },
          body: field(
            { values: { q }, errors: {} },
            { type: 'search', name: 'q', label: words.q, hint: words.qHint, maxLength: MAX_LINE_LENGTH },
          ),
        })}
        ${panel({
          title: words.caption,
          body: table({
            caption: words.caption,
            columns: [
              { head: columns.name, cell: ({ name }) => userText(name, { lines: 2 }) },
              { head: columns.id, numeric: true, cell: ({ id }) => String(id) },
              { head: columns.contract, cell: ({ hasActiveContract }) => yesOrNo(hasActiveContract) },
              { head: columns.partner, cell: ({ isTrustedPartner }) => yesOrNo(isTrustedPartner) },
              { head: columns.since, cell: ({ createdAt }) => when(createdAt, zone, 'date') },
            ],
            rows: found.items,
            rowHref: ({ id }) => `/staff/employers/${id}`,
            empty: q ? empty(words.emptyFilter) : empty({ ...words.empty, action: create }),
          }),
        })}
        ${found.total > 0 && pager({ page: found.page, pageSize: PAGE_SIZE, total: found.total, href: address })}
      </div>`,
    })
  },
}
