import { getEmployer } from '@jobboard/contracts/employers/employers'
import { listKeysForReview } from '@jobboard/contracts/keys/admin'
import { badge, empty, pageHead, panel } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { userText, when } from '../../html/values.ts'
import { number } from '../../http/form.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { scopeBadges, whyOf } from '../../parts/key.ts'
import { staffRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 25
const { columns } = texts

/** The keys of all employers that wait, oldest first. */
export const listPage: Page = {
  method: 'GET',
  path: '/staff/review',
  roles: staffRoles,
  async handle(visit) {
    const { zone, now } = visit
    const page = number(visit.query, 'page') ?? 1
    const keys = await visit.ask(listKeysForReview, { query: { page, pageSize: PAGE_SIZE } })
    const contracts = await readContracts(visit, new Set(keys.items.map(({ employerId }) => employerId)))
    return view({
      title: texts.title,
      body: html`<div class="jb-stack">
        ${pageHead({ title: texts.title, lead: texts.lead })}
        ${panel({
          title: texts.caption,
          body: table({
            caption: texts.caption,
            columns: [
              { head: columns.key, cell: ({ name }) => userText(name, { lines: 2 }) },
              { head: columns.employer, cell: ({ employerName }) => userText(employerName, { lines: 2 }) },
              { head: columns.scopes, cell: ({ scopes }) => scopeBadges(scopes) },
              { head: columns.contract, cell: ({ employerId }) => contractBadge(contracts.get(employerId)) },
              { head: columns.why, cell: whyOf },
              { head: columns.since, cell: ({ createdAt }) => when(createdAt, zone, 'relative', now) },
            ],
            rows: keys.items,
            rowHref: ({ id }) => `/staff/review/${id}`,
            empty: empty(texts.empty),
          }),
        })}
        ${keys.total > 0 && pager({ page: keys.page, pageSize: PAGE_SIZE, total: keys.total, href: (to) => `/staff/review?page=${to}` })}
      </div>`,
    })
  },
}

async function readContracts(visit: Visit, employerIds: Set<number>): Promise<Map<number, boolean>> {
  const found = await Promise.all(
    [...employerIds].map(async (employerId) => {
      const read = () => visit.ask(getEmployer, { params: { employerId } }, { isHidden: true })
      const employer = await visit.part('accounts', read)
      return employer ? [[employerId, employer.hasActiveContract] as const] : []
    }),
  )
  return new Map(found.flat())
}

function contractBadge(hasContract: boolean | undefined) {
  if (hasContract === undefined) return texts.contract.unknown
  return hasContract
    ? badge({ text: texts.contract.yes, tone: 'success' })
    : badge({ text: texts.contract.no, tone: 'warning' })
}
