import { isBlank } from '@jobboard/contracts/characters'
import { ApiError } from '@jobboard/contracts/error'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { empty, linkButton, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { filters } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { more, table } from '../../html/table.ts'
import { number, userText, when } from '../../html/values.ts'
import { errorsOf } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { type FoundJobs, findJobs, MAX_TITLES } from '../../parts/find-jobs.ts'
import { aiBadge, tagBadge } from './card.ts'
import { readList, type Versioned } from './reading.ts'
import { statusBadge, statusOptions } from './statuses.ts'
import { texts } from './texts.ts'

const { list: says } = texts
const PAGE_SIZE = 50
const SHOWN_TAGS = 3

/** `GET /applications` and `GET /jobs/:jobId/applications`: a list with filters. Calls in sequence: 1; to find a job by a part
 * of its title up to 6. */
export async function showList(visit: Visit): Promise<Outcome> {
  const { query, params } = visit
  const jobId = params.jobId ?? (query.job || undefined)
  const path =
    params.jobId === undefined ? '/applications' : `/jobs/${encodeURIComponent(params.jobId)}/applications`
  const isFinding = jobId === undefined && query.find !== undefined && !isBlank(query.find)
  const [found, chosenTitle, { page, errors }] = await Promise.all([
    isFinding ? visit.part('jobs', () => findJobs(visit, query.find!)) : undefined,
    params.jobId === undefined && jobId !== undefined ? readTitle(visit, jobId) : undefined,
    isFinding ? { page: undefined, errors: {} } : readPage(visit, jobId),
  ])
  const [only, ...others] = found?.jobs ?? []
  if (only && others.length === 0) return redirect(addressOf(path, query, { job: String(only.id) }))
  const entered: Entered = { values: query, errors }
  const { status, job, since } = query
  const isFiltered = Boolean(status || job || since)
  const jobTitle = page?.items[0]?.jobTitle ?? texts.board.unknownJob(params.jobId ?? '')
  const title = params.jobId === undefined ? says.title : says.titleOfJob(jobTitle)
  const jobField =
    params.jobId === undefined &&
    (chosenTitle === undefined
      ? field(entered, {
          type: 'search',
          name: 'find',
          label: says.job,
          placeholder: says.jobHint,
          maxLength: MAX_LINE_LENGTH,
        })
      : html`<div class="jb-field" id="field-job">
          <span class="jb-label">${says.job}</span>
          <span>${userText(chosenTitle, { lines: 1 })} <a href=${addressOf(path, query)}>${says.anyJob}</a></span>
          <input type="hidden" name="job" value=${jobId} />
        </div>`)
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
    ${found && choiceOf(found, (id) => addressOf(path, query, { job: String(id) }))}
    ${page && tableOf(visit, page, isFiltered, path)}
    ${page?.nextCursor && more({ href: addressOf(path, query, { job, cursor: page.nextCursor }), label: says.more })}
  </div>`
  return view({ title: titleOf(title, entered), body, ...(!page && !isFinding && { status: 422 }) })
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

/** The jobs to choose from. */
function choiceOf({ jobs, isCut, isBounded }: FoundJobs, hrefOf: (id: number) => string): Html {
  const rest = [isCut && says.moreFound, isBounded && says.bounded(number(MAX_TITLES))].filter(Boolean)
  if (jobs.length === 0) return empty({ title: says.noJob, text: rest.join(' ') || says.noJobText })
  return panel({
    title: says.found,
    body: [
      html`<ul class="jb-link-list">
        ${jobs.map(({ id, title, reference, status }) => html`<li><a href=${hrefOf(id)}>${userText(title, { lines: 2 })}</a><span class="jb-muted">${[reference, status].filter(Boolean).join(' · ')}</span></li>`)}
      </ul>`,
      rest.length > 0 && html`<p class="jb-muted">${rest.join(' ')}</p>`,
    ],
  })
}

/** The title of the job of the filter, or its number where it cannot be read. */
async function readTitle(visit: Visit, id: string): Promise<string> {
  const job = await visit.part('jobs', async () => {
    try {
      return await visit.ask(getJob, { params: { id } }, { isHidden: true })
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return undefined
      throw error
    }
  })
  return job?.title ?? texts.board.unknownJob(id)
}

/** The address with the filters that are kept, and these beside them. */
function addressOf(
  path: string,
  { status, since }: Visit['query'],
  more: Record<string, string | undefined> = {},
): string {
  const kept = Object.entries({ status, since, ...more }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}
