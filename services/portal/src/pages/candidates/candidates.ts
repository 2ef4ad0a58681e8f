import { listCandidates } from '@jobboard/contracts/candidates/admin'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_LINE_LENGTH, MAX_PAGE_SIZE } from '@jobboard/contracts/limits'
import { fullName } from '@jobboard/contracts/text'
import { panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters as filterForm } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import type { Area, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { filters } from '../../kit/filters.ts'
import { screen } from '../../kit/screen.ts'
import { copyable } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import { candidatePages, consentBadge, placeOf } from './candidate.ts'
import { candidateTabs, erasurePages } from './erasures.ts'

const path = '/staff/candidates'

const list = filters({ path, pageSize: 25 })

/** Candidates, newest first. */
async function showAll(visit: Visit): Promise<View> {
  return show(visit, '', await visit.ask(listCandidates, { query: list.read(visit).query }))
}

/** Those whose name or address begins with a text. The text may be an e-mail address, so it is posted and never part of
 * the page's address. */
async function findSome(visit: Visit): Promise<View> {
  const q = text(visit.form, 'q').slice(0, MAX_LINE_LENGTH)
  const found = await visit.ask(listCandidates, { query: { q, pageSize: MAX_PAGE_SIZE } }, { isHidden: true })
  // The call to copy has no q for the same reason.
  visit.calls.push(copyable(visit.deps.env, listCandidates, { query: { pageSize: MAX_PAGE_SIZE } }))
  return show(visit, q, found)
}

function show(visit: Visit, q: string, { items, total }: ResponseBody<typeof listCandidates>): View {
  const { zone, now, csrf } = visit
  const shown: Parameters<typeof table<(typeof items)[number]>>[0] = {
    caption: 'Candidates',
    columns: {
      Name: (candidate) => userText(fullName(candidate), { lines: 2 }),
      Headline: ({ headline }) => userText(headline, { lines: 2 }),
      Place: (candidate) => userText(placeOf(candidate), { lines: 1 }),
      'Consent until': ({ consentExpiresAt: end }) =>
        html`<span class="hstack flex-wrap gap-1">${consentBadge(end, now)}${end && when(end, zone, 'date')}</span>`,
      'In CV search': ({ isSearchable }) => (isSearchable ? 'Yes' : 'No'),
      'Last active': ({ lastActiveAt }) => when(lastActiveAt, zone, 'relative', now),
    },
    rows: items,
    rowHref: ({ id }) => `${path}/${id}`,
    empty: q
      ? {
          title: 'Nobody begins so',
          text: 'An erased candidate is not found by name any more. Look among the erasures.',
        }
      : {
          title: 'No candidate yet',
          text: 'Candidates appear here as soon as they are created or imported.',
        },
  }
  return screen(visit, {
    title: 'Candidates',
    lead: 'Find a person by name or e-mail address, see the consent, erase.',
    tabs: candidateTabs(path),
    body: [
      filterForm({
        action: path,
        csrf,
        submit: { label: 'Find', icon: 'search' },
        body: field(
          { values: { q }, errors: {} },
          {
            type: 'search',
            name: 'q',
            label: 'Name or e-mail address',
            hint: 'How it begins, in any letter case. It is not kept, neither in the address of the page nor in a log.',
            maxLength: MAX_LINE_LENGTH,
            autocomplete: 'off',
          },
        ),
      }),
      panel({
        title: q ? `${number(total)} found` : 'Candidates',
        body: [
          q ? table(shown) : list.read(visit).table({ ...shown, total }),
          q !== '' &&
            total > items.length &&
            html`<p class="text-body-secondary">The newest ${number(items.length)} are shown. Type more of the name.</p>`,
        ],
      }),
    ],
  })
}

/** Candidates and their erasure, for staff. */
export const candidates: Area = {
  places: [{ href: path, label: 'Candidates', icon: 'candidate', roles: staffRoles }],
  pages: [
    { method: 'GET', path, roles: staffRoles, handle: showAll },
    { method: 'POST', path, roles: staffRoles, handle: findSome },
    ...candidatePages,
    ...erasurePages,
  ],
}
