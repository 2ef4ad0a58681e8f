import { listJobs } from '@jobboard/contracts/endpoints/jobs'
import { ApiError } from '@jobboard/contracts/error'
import { empty, linkButton, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { more, table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { errorsOf } from '../../http/form.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { aiBadge, tagBadge } from './card.ts'
import { readList, type Versioned } from './reading.ts'
import { statusBadge, statusOptions } from './statuses.ts'
import { texts } from './texts.ts'

const { list: says } = texts
const PAGE_SIZE = 50
const SHOWN_TAGS = 3
const MAX_JOBS = 100

/** `GET /applications` and `GET /jobs/:jobId/applications`: a list with filters. Calls in sequence: 1. */
export async function showList(visit: Visit): Promise<Outcome> {
  const { query, params } = visit
  const jobId = params.jobId ?? (query.job || undefined)
  const path =
    params.jobId === undefined ? '/applications' : `/jobs/${encodeURIComponent(params.jobId)}/applications`
  const [jobs, { page, errors }] = await Promise.all([
    params.jobId === undefined
      ? visit.part('jobs', () => visit.ask(listJobs, { query: { pageSize: MAX_JOBS } }, { isHidden: true }))
      : undefined,
    readPage(visit, jobId),
  ])
  const entered: Entered = { values: query, errors }
  const { status, job, since } = query
  const isFiltered = Boolean(status || job || since)
  const jobTitle = page?.items[0]?.jobTitle ?? texts.board.unknownJob(params.jobId ?? '')
  const title = params.jobId === undefined ? says.title : says.titleOfJob(jobTitle)
  const jobOptions = jobs?.items.map(({ id, title: label }) => ({ value: String(id), label })) ?? []
  const jobField =
    params.jobId === undefined &&
    field(entered, {
      type: 'select',
      name: 'job',
      label: says.job,
      options: [{ value: '', label: says.anyJob }, ...withChosen(jobOptions, job)],
      ...(jobs && jobs.total > MAX_JOBS && { hint: says.moreJobs }),
    })
  const body = html`<div class="jb-stack">
    ${pageHead({
      title: userText(title, { lines: 2 }),
      actions:
        jobId !== undefined &&
        linkButton({ href: `/jobs/${encodeURIComponent(jobId)}/board`, label: says.board, icon: 'board' }),
    })}
    ${errorSummary(entered, { status: says.status, job: says.job, since: says.since })}
    ${filters({
      action: path,
      submit: { label: says.filter, icon: 'filter' },
      body: [
        field(entered, {
          type: 'select',
          name: 'status',
          label: says.status,
          options: [{ value: '', label: says.anyStatus }, ...statusOptions],
        }),
        jobField,
        field(entered, { type: 'date', name: 'since', label: says.since }),
      ],
    })}
    ${page && tableOf(visit, page, isFiltered, path)}
    ${page?.nextCursor && more({ href: `${path}?${new URLSearchParams({ ...kept({ status, job, since }), cursor: page.nextCursor })}`, label: says.more })}
  </div>`
  return view({ title: titleOf(title, entered), body, ...(!page && { status: 422 }) })
}

/** The page, or what is wrong with the filter. */
async function readPage(visit: Visit, jobId: string | undefined) {
  const { status, since, cursor } = visit.query
  const query = {
    status: status || undefined,
    updatedSince: since ? `${since}T00:00:00Z` : undefined,
    cursor,
    pageSize: PAGE_SIZE,
    // Of a job in the path the call says that it is not there; in the filter it is a value.
    ...(visit.params.jobId === undefined && { jobId }),
  }
  try {
    return { page: await readList(visit, visit.params.jobId, query), errors: {} }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw error
    const names: Record<string, string> = { '#query/updatedSince': 'since', '#query/jobId': 'job' }
    return {
      page: undefined,
      errors: errorsOf(error, (pointer) => names[pointer] ?? pointer.replace('#query/', '')),
    }
  }
}

function tableOf(
  visit: Visit,
  { items, total }: { items: readonly Versioned[]; total: number },
  isFiltered: boolean,
  path: string,
): Html {
  if (items.length === 0) return nothingIn(isFiltered, path)
  const list = table({
    caption: says.caption,
    rowHref: ({ id }) => `/applications/${id}`,
    rows: items,
    columns: [
      {
        head: says.candidate,
        cell: ({ name, headline }) =>
          html`<span class="jb-stack-tight">${userText(name, { lines: 1 })}${headline && html`<span class="jb-muted">${userText(headline, { lines: 1 })}</span>`}</span>`,
      },
      { head: says.job, cell: ({ jobTitle }) => userText(jobTitle, { lines: 2 }) },
      {
        head: says.status,
        cell: ({ status, isAiAssisted }) =>
          html`<span class="jb-board-badges">${statusBadge(status)}${isAiAssisted && aiBadge()}</span>`,
      },
      {
        head: says.score,
        cell: ({ assessmentScore: score }) => (typeof score === 'number' ? number(score) : '–'),
        numeric: true,
      },
      {
        head: says.tags,
        cell: ({ tags }) =>
          html`<span class="jb-board-badges">${tags.slice(0, SHOWN_TAGS).map(tagBadge)}</span>`,
      },
      { head: says.applied, cell: ({ appliedAt }) => when(appliedAt, visit.zone, 'date') },
      { head: says.updated, cell: ({ updatedAt }) => when(updatedAt, visit.zone) },
    ],
    empty: says.emptyTitle,
  })
  return panel({ title: says.lead(number(total)), body: list })
}

function nothingIn(isFiltered: boolean, path: string): Html {
  if (isFiltered) {
    const action = linkButton({ href: path, label: says.all })
    return empty({ title: says.emptyTitle, text: says.noMatchText, action })
  }
  const action = linkButton({ href: '/jobs', label: says.jobs, tone: 'primary' })
  return empty({ title: says.emptyTitle, text: says.emptyText, action })
}

function withChosen(options: { value: string; label: string }[], chosen: string | undefined) {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: texts.board.unknownJob(chosen) }]
}

function kept(filter: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
