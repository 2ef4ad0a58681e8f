import { getCredits, listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import { creditKinds } from '@jobboard/contracts/limits'
import { missingPart, notice, panel } from '../../html/blocks.ts'
import { barChart } from '../../html/chart.ts'
import { html } from '../../html/html.ts'
import { number } from '../../html/values.ts'
import type { Area, Outcome } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { filters } from '../../kit/filters.ts'
import { screen } from '../../kit/screen.ts'
import { balanceStats, entryTable, lowKinds } from '../../parts/ledger/ledger.ts'
import { texts } from '../../parts/ledger/texts.ts'
import type { Role, User } from '../../person/person.ts'
import { MAX_DRAWN, readRecent, spendingChart } from './spending.ts'

const roles: readonly Role[] = ['EmployerAdmin', 'Recruiter']

/** The credits of an employer, and what they were spent on. */
export const credits: Area = {
  places: [{ href: '/credits', label: texts.place, icon: 'credits', roles }],
  pages: [{ method: 'GET', path: '/credits', roles, handle: show }],
}

const list = filters({
  path: '/credits',
  pageSize: 25,
  tabs: { name: 'kind', label: texts.tabs, values: ['', ...creditKinds] },
})

async function show(visit: Visit): Promise<Outcome> {
  const { person, now, zone } = visit
  const { tab, query, tabs, href } = list.read(visit)
  const { cursor } = visit.query
  const of = { pageSize: query.pageSize, kind: tab || undefined, cursor }
  const [balances, page, recent] = await Promise.all([
    visit.part(texts.ledger, () => visit.ask(getCredits)),
    visit.part(texts.ledger, () => visit.ask(listCreditEntries, { query: of })),
    visit.part(texts.ledger, () =>
      readRecent(now, (kind, number) =>
        visit.ask(listCreditEntries, { query: { page: number, pageSize: 100, kind } }, { isHidden: true }),
      ),
    ),
  ])
  const { employerName, employerId } = person as User
  return screen(visit, {
    title: texts.title,
    lead: texts.lead,
    body: [
      balances ? balanceStats(balances) : missing(visit, texts.balances),
      balances &&
        lowKinds(balances).map((low) =>
          notice({ tone: 'warning', title: texts.kinds[low], body: texts.low(number(balances[low])) }),
        ),
      panel({
        title: texts.spending,
        body: recent
          ? [
              barChart(spendingChart(recent.entries, now, zone)),
              recent.cut.length > 0 &&
                html`<p class="text-body-secondary">${texts.cut(recent.cut.map((kind) => texts.kinds[kind]).join(', '), number(MAX_DRAWN))}</p>`,
            ]
          : missing(visit, texts.chart),
      }),
      tabs({ '': texts.all, ...texts.kinds }),
      page
        ? entryTable(page, {
            zone,
            cursor,
            links: { job: (id) => `/jobs/${id}`, candidate: (id) => `/search/candidates/${id}` },
            address: (after) => href(after === undefined ? {} : { cursor: after }),
          })
        : missing(visit, texts.entries),
      panel({ title: texts.more, body: html`<p>${texts.moreText(employerName, employerId)}</p>` }),
    ],
  })
}

/** It names the service that holds the ledger, which accounts may have waited for. */
function missing(visit: Visit, what: string) {
  return missingPart({ service: visit.missing, what })
}
