import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_MERGED_DEPTH } from '@jobboard/contracts/limits'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { listDeadLetters as listOfEvery } from '@jobboard/service/every-service/every-service'
import { empty, linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { pager, table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { askEvery } from '../../peers/every-service.ts'
import { staffRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

const PAGE_SIZE = 25
const path = '/staff/dead-letters'
type Letter = ResponseBody<typeof listDeadLetters>['items'][number]

/** The dead letters of one service or of all, newest first. */
export const listPage: Page = {
  method: 'GET',
  path,
  roles: staffRoles,
  async handle(visit) {
    const service = upstreamNames.find((name) => name === visit.query.service)
    const last = service ? Number.MAX_SAFE_INTEGER : MAX_MERGED_DEPTH / PAGE_SIZE
    const typed = Number(visit.query.page)
    const page = Number.isSafeInteger(typed) && typed >= 1 ? Math.min(typed, last, 1_000_000) : 1
    const query = { page, pageSize: PAGE_SIZE, service }
    const found = await askEvery(visit, listDeadLetters, { query }, (every, { requestId }) =>
      listOfEvery(every, query, requestId),
    )
    const { items, total, unavailable } = found
    const reach = service ? total : Math.min(total, MAX_MERGED_DEPTH)
    const href = (to: number) =>
      `${path}?${new URLSearchParams({ ...(service && { service }), page: String(to) })}`
    const body = html`<div class="jb-stack">
      ${pageHead({ title: texts.title, lead: texts.lead })}
      ${
        unavailable.length > 0 &&
        notice({ tone: 'warning', body: texts.notAsked(unavailable.join(', '), unavailable.length) })
      }
      ${panel({
        title: texts.list,
        body: [
          filterForm(service),
          table({
            caption: texts.list,
            columns: columnsFor(visit),
            rows: items,
            empty: nothing(service),
            rowHref: ({ id }) => `${path}/${id}`,
          }),
          items.length > 0 && pager({ page, pageSize: PAGE_SIZE, total: reach, href }),
        ],
      })}
    </div>`
    return view({ title: texts.title, body })
  },
}

function filterForm(service: UpstreamName | undefined): Html {
  const options = [
    { value: '', label: texts.all },
    ...upstreamNames.map((name) => ({ value: name, label: name })),
  ]
  const entered = { values: { service }, errors: {} }
  return filters({
    action: path,
    submit: { label: texts.filter, icon: 'filter' },
    body: field(entered, { type: 'select', name: 'service', label: texts.service, options }),
  })
}

function nothing(service: UpstreamName | undefined): Html {
  if (!service) return empty({ title: texts.none, text: texts.noneNext })
  const action = linkButton({ href: path, label: texts.clear })
  return empty({ title: texts.noneOf, text: texts.noneOfNext, action })
}

function columnsFor({ zone, now }: Visit) {
  const head = texts.columns
  return [
    { head: head.subject, cell: ({ subject }: Letter) => userText(subject, { lines: 2 }) },
    { head: head.service, cell: ({ service }: Letter) => service },
    { head: head.consumer, cell: ({ consumer }: Letter) => consumer },
    { head: head.error, cell: ({ error }: Letter) => userText(error, { lines: 2 }) },
    { head: head.attempts, cell: ({ attempts }: Letter) => number(attempts), numeric: true },
    { head: head.last, cell: ({ lastFailedAt }: Letter) => when(lastFailedAt, zone, 'relative', now) },
  ]
}
