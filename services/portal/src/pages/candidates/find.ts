import { listCandidates } from '@jobboard/contracts/candidates/admin'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_LINE_LENGTH, MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { fullName } from '@jobboard/contracts/text'
import { empty, pageHead, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { number as numberOf, text } from '../../http/form.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import { consentBadge } from './consent.ts'
import { candidateTabs } from './tabs.ts'
import { texts } from './texts.ts'

type Found = ResponseBody<typeof listCandidates>

const PAGE_SIZE = 25
const path = '/staff/candidates'
const words = texts.find
const { columns } = words

/** Candidates, newest first, and those whose name or address begins with a text. The text may be an e-mail address, so it
 * is posted and never part of the page's address. */
export const findPages: Page[] = [
  {
    method: 'GET',
    path,
    roles: staffRoles,
    async handle(visit) {
      const page = numberOf(visit.query, 'page') ?? 1
      return show(visit, '', await visit.ask(listCandidates, { query: { page, pageSize: PAGE_SIZE } }))
    },
  },
  {
    method: 'POST',
    path,
    roles: staffRoles,
    async handle(visit) {
      const q = text(visit.form, 'q').slice(0, MAX_LINE_LENGTH)
      const query = { q, pageSize: MAX_PAGE_SIZE }
      const found = await visit.ask(listCandidates, { query }, { isHidden: true })
      // The call to copy has no q for the same reason.
      visit.calls.push(copyable(visit.deps.env, listCandidates, { query: { pageSize: MAX_PAGE_SIZE } }))
      return show(visit, q, found)
    },
  },
]

function show(visit: Visit, q: string, { items, total, page, pageSize }: Found): Outcome {
  const { zone, now, csrf } = visit
  return view({
    title: words.title,
    body: html`<div class="jb-stack">
      ${pageHead({ title: words.title, lead: words.lead })} ${candidateTabs('candidates')}
      ${filters({
        action: path,
        csrf,
        submit: { label: words.find, icon: 'search' },
        body: field(
          { values: { q }, errors: {} },
          {
            type: 'search',
            name: 'q',
            label: words.q,
            hint: words.qHint,
            maxLength: MAX_LINE_LENGTH,
            autocomplete: 'off',
          },
        ),
      })}
      ${panel({
        title: q ? words.found(number(total)) : words.caption,
        body: [
          table({
            caption: words.caption,
            columns: [
              {
                head: columns.name,
                cell: (candidate) => userText(fullName(candidate), { lines: 2 }),
              },
              { head: columns.headline, cell: ({ headline }) => userText(headline, { lines: 2 }) },
              {
                head: columns.place,
                cell: ({ city, country }) => userText(placeOf(city, country), { lines: 1 }),
              },
              {
                head: columns.consent,
                cell: ({ consentExpiresAt: end }) =>
                  html`<span class="jb-badges">${consentBadge(end, now)}${end && when(end, zone, 'date')}</span>`,
              },
              {
                head: columns.searchable,
                cell: ({ isSearchable }) => (isSearchable ? texts.yes : texts.no),
              },
              { head: columns.active, cell: ({ lastActiveAt }) => when(lastActiveAt, zone, 'relative', now) },
            ],
            rows: items,
            rowHref: ({ id }) => `${path}/${id}`,
            empty: empty(q ? words.emptyFilter : words.empty),
          }),
          q !== '' &&
            total > items.length &&
            html`<p class="jb-muted">${words.cut(number(items.length))}</p>`,
        ],
      })}
      ${q === '' && total > 0 && pager({ page, pageSize, total, href: (to) => `${path}?page=${to}` })}
    </div>`,
  })
}

/** City and country, of what is known. */
export function placeOf(city: string | null, country: string | null): string {
  return [city, country].filter(Boolean).join(', ') || texts.none
}
