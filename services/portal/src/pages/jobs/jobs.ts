import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { type JobStatus, jobStatuses } from '@jobboard/contracts/jobs/job'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { linkButton } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { numeric } from '@jobboard/html/table'
import { number, userText, when } from '@jobboard/html/values'
import type { CallInput } from '@jobboard/service/lifecycle/call'
import { errorsOf } from '../../http/form.ts'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { readApplicationCounts } from '../../parts/applications.ts'
import { orNone } from '../../peers/ask.ts'
import { editPages } from './edit.ts'
import { duplicate, editors, readers, showPage, statusBadge } from './job.ts'
import { publishPages } from './publish.ts'

type Row = ResponseBody<typeof listJobs>['items'][number]

const sorts = {
  '': 'Newest first',
  '-postedDate': 'Published last',
  expiryDate: 'Ends first',
  title: 'Title',
  '-applications': 'Most applications',
} as const

const list = filters({
  path: '/jobs',
  pageSize: 20,
  fields: {
    q: {
      type: 'search',
      label: 'Title, reference or city',
      placeholder: 'The beginnings of words',
      maxLength: MAX_LINE_LENGTH,
    },
    sort: { type: 'select', label: 'Order', options: optionsOf(sorts) },
  },
  submit: { label: 'Find', icon: 'search' },
  tabs: { name: 'status', label: 'Jobs by status', values: ['', ...jobStatuses] },
})

/** The employer's jobs: those that are looked for, in the order that is asked for. Calls: 5 side by side, then 1. */
async function showJobs(visit: Visit): Promise<View> {
  const { zone, person } = visit
  const { query, tab, tabs, form, panel } = list.read(visit)
  const { q } = query
  const sort = query.sort as keyof typeof sorts | undefined
  const [{ page, errors }, totals] = await Promise.all([
    readPage(visit, { ...query, sort: sort || undefined, status: tab || undefined }),
    orNone(readTotals(visit, q), 'invalid_request'),
  ])
  const published = page.items.filter((job) => job.status !== 'Draft').map(({ id }) => id)
  const applications = await readApplicationCounts(visit, published)
  const create =
    editors.includes(person.role) &&
    linkButton({ href: '/jobs/new', label: 'New job', icon: 'plus', tone: 'primary' })
  const labels = ['', ...jobStatuses].map((status) => {
    const total = totals?.[status as JobStatus | '']
    return [status, `${status || 'All'}${total === undefined ? '' : ` ${number(total)}`}`]
  })
  const noMatch = { title: 'No job matches', text: 'Look at another status, or for other words.' }
  return screen(visit, {
    title: 'Jobs',
    lead: 'Everything that you have drafted and published.',
    actions: create,
    tabs: tabs(Object.fromEntries(labels)),
    refused: errors && {
      action: '/jobs',
      values: visit.query,
      errors,
      labels: { q: 'Title, reference or city' },
    },
    body: [
      form(),
      html`<div class="jb-job-list">${panel({
        title: q ? `${number(page.total)} with ${q}` : undefined,
        caption: 'Jobs',
        rows: page.items,
        total: page.total,
        rowHref: ({ id }) => `/jobs/${id}`,
        columns: {
          Title: ({ title, city }: Row) =>
            html`<span>${userText(title, { lines: 2 })}${city && html`<span class="d-block text-body-secondary">${userText(city, { lines: 1 })}</span>`}</span>`,
          Status: ({ status }: Row) => statusBadge(status),
          Applications: numeric(({ id }: Row) => {
            const count = applications?.get(id)?.total
            return count ? html`<a href=${`/jobs/${id}/board`}>${number(count)}</a>` : (count ?? '—')
          }),
          Published: ({ postedDate }: Row) => (postedDate ? when(postedDate, zone, 'date') : '—'),
          Ends: ({ expiryDate }: Row) => (expiryDate ? when(expiryDate, zone, 'date') : '—'),
          Reference: ({ reference }: Row) => userText(reference ?? '—', { lines: 1 }),
        },
        noMatch,
        empty:
          !totals || totals[''] > 0
            ? noMatch
            : {
                title: 'No job yet',
                text: create
                  ? 'Write a draft first. It costs nothing, and nobody else sees it before you publish it.'
                  : 'When your employer writes the first job, it appears here.',
                action: create,
              },
      })}</div>`,
    ],
  })
}

async function readPage(visit: Visit, query: CallInput<typeof listJobs>['query']) {
  try {
    return { page: await visit.ask(listJobs, { query: query! }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
    const errors = errorsOf(error, (pointer) => pointer.replace('#query/', ''))
    return { page: { items: [], total: 0 }, errors }
  }
}

/** How many jobs with these words there are of each status; `''` is all. */
async function readTotals(visit: Visit, q: string | undefined): Promise<Record<JobStatus | '', number>> {
  const totals = await Promise.all(
    jobStatuses.map(async (status) => {
      const { total } = await visit.ask(listJobs, { query: { pageSize: 1, status, q } }, { isHidden: true })
      return [status, total] as const
    }),
  )
  const all = totals.reduce((sum, [, total]) => sum + total, 0)
  return { '': all, ...(Object.fromEntries(totals) as Record<JobStatus, number>) }
}

export const jobs: Area = {
  places: [{ href: '/jobs', label: 'Jobs', icon: 'jobs', roles: readers }],
  pages: [get('/jobs', readers, showJobs), ...editPages, showPage, duplicate, ...publishPages],
}
