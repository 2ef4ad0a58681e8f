import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { type JobStatus, jobStatuses } from '@jobboard/contracts/jobs/job'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { empty, linkButton, pageHead, panel, tabs } from '../../html/blocks.ts'
import { field } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { more, table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import { editors, readers, statusBadge } from './head.ts'
import { texts } from './texts.ts'

type Row = ResponseBody<typeof listJobs>['items'][number]

const PAGE_SIZE = 20
const words = texts.list

/** The employer's jobs, newest first. */
export const listPage: Page = {
  method: 'GET',
  path: '/jobs',
  roles: readers,
  async handle(visit) {
    const { query, person } = visit
    const status = jobStatuses.find((name) => name === query.status)
    const reference = query.reference?.trim().slice(0, MAX_LINE_LENGTH) || undefined
    const { cursor } = query
    const [page, totals] = await Promise.all([
      visit.ask(listJobs, { query: { pageSize: PAGE_SIZE, status, reference, cursor } }),
      readTotals(visit),
    ])
    const published = page.items.filter((job) => job.status !== 'Draft').map(({ id }) => id)
    const applications = await readApplicationCounts(visit, published)
    const isEditor = editors.includes(person.role)
    const create = linkButton({ href: '/jobs/new', label: words.create, icon: 'plus', tone: 'primary' })
    const address = (change: Record<string, string | undefined>) => pathWith({ status, reference, ...change })
    return view({
      title: words.title,
      body: html`<div class="jb-stack">
        ${pageHead({ title: words.title, lead: words.lead, actions: isEditor && create })}
        ${tabs(
          [undefined, ...jobStatuses].map((name) => ({
            href: address({ status: name }),
            label: words.tab(name ? texts.statuses[name] : texts.all, number(totalOf(totals, name))),
            current: name === status,
          })),
          words.tabs,
        )}
        ${search(status, reference)}
        ${panel({
          title: reference ? words.found(number(page.total), reference) : words.caption,
          body: html`<div class="jb-job-list">${table({
            caption: words.caption,
            columns: columns(visit, applications),
            rows: page.items,
            rowHref: ({ id }) => `/jobs/${id}`,
            empty:
              totalOf(totals) > 0
                ? empty(words.emptyFilter)
                : empty({
                    title: words.empty.title,
                    text: isEditor ? words.empty.text : words.empty.textToRead,
                    action: isEditor && create,
                  }),
          })}</div>`,
        })}
        ${cursor && more({ href: address({}), label: words.newest })}
        ${page.nextCursor && more({ href: address({ cursor: page.nextCursor }), label: words.more })}
      </div>`,
    })
  },
}

function columns({ zone }: Visit, applications: Awaited<ReturnType<typeof readApplicationCounts>>) {
  const head = words.columns
  return [
    { head: head.title, cell: ({ title }: Row) => userText(title, { lines: 2 }) },
    { head: head.status, cell: ({ status }: Row) => statusBadge(status) },
    {
      head: head.applications,
      numeric: true,
      cell: ({ id }: Row) => {
        const count = applications?.get(id)?.total
        return count ? html`<a href=${`/jobs/${id}/board`}>${number(count)}</a>` : (count ?? texts.none)
      },
    },
    {
      head: head.expires,
      cell: ({ expiryDate }: Row) => (expiryDate ? when(expiryDate, zone, 'date') : texts.none),
    },
    { head: head.reference, cell: ({ reference }: Row) => userText(reference ?? texts.none, { lines: 1 }) },
    { head: head.updated, cell: ({ updatedAt }: Row) => when(updatedAt, zone, 'date') },
  ]
}

function search(status: JobStatus | undefined, reference: string | undefined): Html {
  return filters({
    action: '/jobs',
    submit: { label: words.find, icon: 'search' },
    body: [
      status && html`<input type="hidden" name="status" value=${status} />`,
      field(
        { values: { reference }, errors: {} },
        {
          type: 'search',
          name: 'reference',
          label: words.reference,
          maxLength: MAX_LINE_LENGTH,
        },
      ),
    ],
  })
}

async function readTotals(visit: Visit): Promise<Record<JobStatus, number>> {
  const entries = jobStatuses.map(async (status) => {
    const { total } = await visit.ask(listJobs, { query: { pageSize: 1, status } }, { isHidden: true })
    return [status, total] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<JobStatus, number>
}

function totalOf(totals: Record<JobStatus, number>, status?: JobStatus): number {
  return status ? totals[status] : jobStatuses.reduce((sum, name) => sum + totals[name], 0)
}

function pathWith(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  return search ? `/jobs?${search}` : '/jobs'
}
