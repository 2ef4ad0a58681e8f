import { getCredits, listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import { creditKinds } from '@jobboard/contracts/limits'
import { missingPart, notice, pageHead, panel, tabs } from '../../html/blocks.ts'
import { barChart } from '../../html/chart.ts'
import { html } from '../../html/html.ts'
import { number } from '../../html/values.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Area } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { balanceStats, entryTable, lowKinds } from '../../parts/ledger/ledger.ts'
import { texts } from '../../parts/ledger/texts.ts'
import type { Role, User } from '../../person/person.ts'
import { MAX_DRAWN, readRecent, spendingChart } from './spending.ts'

const roles: readonly Role[] = ['EmployerAdmin', 'Recruiter']
const PAGE_SIZE = 25

/** The credits of an employer, and what they were spent on. */
export const credits: Area = {
  places: [{ href: '/credits', label: texts.place, icon: 'credits', roles }],
  pages: [{ method: 'GET', path: '/credits', roles, handle: show }],
}

async function show(visit: Visit): Promise<Outcome> {
  const { query, person, now, zone } = visit
  const kind = creditKinds.find((name) => name === query.kind)
  const { cursor } = query
  const [balances, page, recent] = await Promise.all([
    visit.part(texts.ledger, () => visit.ask(getCredits)),
    visit.part(texts.ledger, () =>
      visit.ask(listCreditEntries, { query: { pageSize: PAGE_SIZE, kind, cursor } }),
    ),
    visit.part(texts.ledger, () =>
      readRecent(now, (of, number) =>
        visit.ask(
          listCreditEntries,
          { query: { page: number, pageSize: 100, kind: of } },
          { isHidden: true },
        ),
      ),
    ),
  ])
  const address = (change: { kind?: string | undefined; cursor?: string }) => pathWith({ kind, ...change })
  const { employerName, employerId } = person as User
  return view({
    title: texts.title,
    body: html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead })}
      ${balances ? balanceStats(balances) : missing(texts.balances)}
      ${
        balances &&
        lowKinds(balances).map((low) =>
          notice({ tone: 'warning', title: texts.kinds[low], body: texts.low(number(balances[low])) }),
        )
      }
      ${panel({
        title: texts.spending,
        body: recent
          ? [
              barChart(spendingChart(recent.entries, now, zone)),
              recent.cut.length > 0 &&
                html`<p class="jb-muted">${texts.cut(recent.cut.map((of) => texts.kinds[of]).join(', '), number(MAX_DRAWN))}</p>`,
            ]
          : missing(texts.chart),
      })}
      ${tabs(
        [undefined, ...creditKinds].map((of) => ({
          href: address({ kind: of }),
          label: of ? texts.kinds[of] : texts.all,
          current: of === kind,
        })),
        texts.tabs,
      )}
      ${
        page
          ? entryTable(page, {
              zone,
              cursor,
              links: { job: (id) => `/jobs/${id}`, candidate: (id) => `/search/candidates/${id}` },
              address: (after) => address(after === undefined ? {} : { cursor: after }),
            })
          : missing(texts.entries)
      }
      ${panel({ title: texts.more, body: html`<p>${texts.moreText(employerName, employerId)}</p>` })}
    </div>`,
  })
}

function missing(what: string) {
  return missingPart({ service: texts.ledger, what })
}

function pathWith(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  return search ? `/credits?${search}` : '/credits'
}
