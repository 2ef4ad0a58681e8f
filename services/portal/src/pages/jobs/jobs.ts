import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { type JobStatus, jobStatuses } from '@jobboard/contracts/jobs/job'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { linkButton, panel } from '@jobboard/html/blocks'
import { html } from '@jobboard/html/html'
import { more, numeric, table } from '@jobboard/html/table'
import { number, userText, when } from '@jobboard/html/values'
import type { Area, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { filters } from '../../kit/filters.ts'
import { screen } from '../../kit/screen.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import { editPages } from './edit.ts'
import { editors, readers, showPage, statusBadge } from './job.ts'
import { closePages, publishPages } from './publish.ts'

type Row = ResponseBody<typeof listJobs>['items'][number]

const list = filters({
  path: '/jobs',
  pageSize: 20,
  fields: { reference: { type: 'search', label: 'Whole reference', maxLength: MAX_LINE_LENGTH } },
  submit: { label: 'Find', icon: 'search' },
  tabs: { name: 'status', label: 'Jobs by status', values: ['', ...jobStatuses] },
})

/** The employer's jobs, newest first. */
async function showJobs(visit: Visit): Promise<View> {
  const { zone, person } = visit
  const { cursor } = visit.query
  const { query, tab, tabs, form, href } = list.read(visit)
  const { pageSize, reference } = query
  const [page, totals] = await Promise.all([
    visit.ask(listJobs, { query: { pageSize, status: tab || undefined, reference, cursor } }),
    readTotals(visit),
  ])
  const published = page.items.filter((job) => job.status !== 'Draft').map(({ id }) => id)
  const applications = await readApplicationCounts(visit, published)
  const create =
    editors.includes(person.role) &&
    linkButton({ href: '/jobs/new', label: 'New job', icon: 'plus', tone: 'primary' })
  const labels = Object.entries(totals).map(([name, total]) => [name, `${name || 'All'} ${number(total)}`])
  return screen(visit, {
    title: 'Jobs',
    lead: 'Everything that you have drafted and published, newest first.',
    actions: create,
    tabs: tabs(Object.fromEntries(labels)),
    body: [
      form(),
      panel({
        title: reference ? `${number(page.total)} with the reference ${reference}` : 'Jobs',
        body: html`<div class="jb-job-list">${table({
          caption: 'Jobs',
          rows: page.items,
          rowHref: ({ id }) => `/jobs/${id}`,
          columns: {
            Title: ({ title }: Row) => userText(title, { lines: 2 }),
            Status: ({ status }: Row) => statusBadge(status),
            Applications: numeric(({ id }: Row) => {
              const count = applications?.get(id)?.total
              return count ? html`<a href=${`/jobs/${id}/board`}>${number(count)}</a>` : (count ?? '—')
            }),
            Ends: ({ expiryDate }: Row) => (expiryDate ? when(expiryDate, zone, 'date') : '—'),
            Reference: ({ reference }: Row) => userText(reference ?? '—', { lines: 1 }),
            Changed: ({ updatedAt }: Row) => when(updatedAt, zone, 'date'),
          },
          empty:
            totals[''] > 0
              ? { title: 'No job matches', text: 'Look at another status, or leave the reference empty.' }
              : {
                  title: 'No job yet',
                  text: create
                    ? 'Write a draft first. It costs nothing, and nobody else sees it before you publish it.'
                    : 'When your employer writes the first job, it appears here.',
                  action: create,
                },
        })}</div>`,
      }),
      cursor && more({ href: href({}), label: 'Back to the newest jobs' }),
      page.nextCursor && more({ href: href({ cursor: page.nextCursor }), label: 'Older jobs' }),
    ],
  })
}

/** How many jobs there are of each status; `''` is all. */
async function readTotals(visit: Visit): Promise<Record<JobStatus | '', number>> {
  const totals = await Promise.all(
    jobStatuses.map(async (status) => {
      const { total } = await visit.ask(listJobs, { query: { pageSize: 1, status } }, { isHidden: true })
      return [status, total] as const
    }),
  )
  const all = totals.reduce((sum, [, total]) => sum + total, 0)
  return { '': all, ...(Object.fromEntries(totals) as Record<JobStatus, number>) }
}

/** Jobs: list, write, publish, close. */
export const jobs: Area = {
  places: [{ href: '/jobs', label: 'Jobs', icon: 'jobs', roles: readers }],
  pages: [
    { method: 'GET', path: '/jobs', roles: readers, handle: showJobs },
    ...editPages,
    showPage,
    ...publishPages,
    ...closePages,
  ],
}
