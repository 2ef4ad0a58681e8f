import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { listEvents, subscribableEvents } from '@jobboard/contracts/webhooks/public-events'
import { badge, empty, linkButton, notice, pageHead, panel, tabs } from '../../html/blocks.ts'
import { copyable } from '../../html/copy.ts'
import { errorSummary, field, titleOf } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { more, table } from '../../html/table.ts'
import { when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { type EventFilter, PAGE_SIZE, periods, readFilter } from './filter.ts'
import { sentenceOf } from './sentence.ts'
import { texts } from './texts.ts'

type Feed = ResponseBody<typeof listEvents>
type Event = Feed['items'][number]

/** The event feed of the employer, newest event first. */
export const listPage: Page = {
  method: 'GET',
  path: '/events',
  roles: ['EmployerAdmin', 'Recruiter'],
  async handle(visit) {
    const filter = readFilter(visit)
    const isWrong = Object.keys(filter.entered.errors).length > 0
    const { feed, isGone } = isWrong ? { feed: undefined, isGone: false } : await read(visit, filter)
    return view({
      title: titleOf(texts.title, filter.entered),
      status: isWrong ? 422 : 200,
      body: html`<div class="jb-stack">
        ${pageHead({ title: texts.title, lead: texts.lead })}
        ${errorSummary(filter.entered, { since: texts.since, types: texts.types })}
        ${tabs(
          periods.map((period) => ({
            href: filter.href({ period }),
            label: texts.periods[period],
            current: period === filter.period,
          })),
          texts.periodsLabel,
        )}
        ${filterForm(visit, filter)} ${isGone && notice({ tone: 'info', body: texts.gone })}
        ${feed && [eventPanel(visit, filter, feed), goOn(filter, feed)]}
      </div>`,
    })
  },
}

/** The feed; its newest events when the event to continue after is not stored any more. */
async function read(visit: Visit, { types, after, since }: EventFilter) {
  const query = { types: types.join(','), order: 'newest', limit: PAGE_SIZE } as const
  try {
    return { feed: await visit.ask(listEvents, { query: { ...query, after, since } }), isGone: false }
  } catch (error) {
    const isGone = after !== undefined && error instanceof ApiError && error.code === 'invalid_request'
    if (!isGone) throw error
    return { feed: await visit.ask(listEvents, { query }), isGone }
  }
}

function filterForm({ zone }: Visit, { entered }: EventFilter): Html {
  return filters({
    action: '/events',
    submit: { label: texts.show, icon: 'filter' },
    body: [
      html`<input type="hidden" name="zone" value=${zone} />`,
      field(entered, {
        type: 'datetime-local',
        name: 'since',
        label: texts.since,
        hint: texts.sinceHint(zone),
      }),
      field(entered, {
        type: 'checkboxes',
        name: 'types',
        label: texts.types,
        options: subscribableEvents.map((value) => ({ value, label: texts.typeNames[value] })),
      }),
    ],
  })
}

function eventPanel({ zone }: Visit, filter: EventFilter, { items }: Feed): Html {
  const isAll = filter.period === 'all' && !filter.after
  const look = linkButton({ href: filter.href({ period: 'all' }), label: texts.empty.all })
  return panel({
    title: texts.caption,
    body: table({
      caption: texts.caption,
      rows: items,
      empty: isAll ? empty(texts.none) : empty({ ...texts.empty, action: look }),
      columns: [
        {
          head: texts.columns.what,
          cell: (event: Event) => {
            return html`<span class="jb-event-what">${sentenceOf(event)}<span>${badge({ text: event.type })}</span></span>`
          },
        },
        { head: texts.columns.time, cell: ({ timestamp }: Event) => when(timestamp, zone) },
        { head: texts.columns.body, cell: bodyOf },
      ],
    }),
  })
}

function bodyOf(event: Event): Html {
  return html`<details class="jb-event">
    <summary>${texts.body}</summary>
    ${copyable({ label: texts.bodyLabel(event.id), text: JSON.stringify(event, null, 2) })}
  </details>`
}

function goOn({ href }: EventFilter, { hasMore, nextAfter, items }: Feed): Html | null {
  if (hasMore) return more({ href: href({ after: nextAfter! }), label: texts.more })
  return items.length > 0 ? html`<p class="jb-muted">${texts.end}</p>` : null
}
