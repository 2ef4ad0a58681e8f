import { isBlank } from '@jobboard/contracts/characters'
import { ApiError } from '@jobboard/contracts/error'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { empty, linkButton, panel } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { filters } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { more, numeric, table } from '@jobboard/html/table'
import { number, userText, when } from '@jobboard/html/values'
import { errorsOf } from '../../http/form.ts'
import { type Outcome, redirect } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { exportLink } from '../../kit/export.ts'
import { screen } from '../../kit/screen.ts'
import { aiBadge, statusBadge, statusOptions, tagBadge } from './card.ts'
import { type FoundJobs, findJobs, MAX_TITLES } from './find-jobs.ts'
import { readList, type Versioned } from './reading.ts'

const PAGE_SIZE = 50
const SHOWN_TAGS = 3
const labels = { status: 'Status', job: 'Job', since: 'Changed since (UTC)' }

/** `GET /applications` and `GET /jobs/:jobId/applications`: a list with filters, whose values the service checks. Calls in
 * sequence: 1; to find a job by a part of its title up to 6. */
export async function showList(visit: Visit): Promise<Outcome> {
  const { query, params } = visit
  const { status, job, since } = query
  const ofJob = params.jobId
  const jobId = ofJob ?? (job || undefined)
  const path = ofJob === undefined ? '/applications' : `/jobs/${encodeURIComponent(ofJob)}/applications`
  const isFinding = jobId === undefined && query.find !== undefined && !isBlank(query.find)
  const [found, chosenTitle, { page, errors, asked }] = await Promise.all([
    isFinding ? visit.part('jobs', () => findJobs(visit, query.find!)) : undefined,
    ofJob === undefined && jobId !== undefined ? readTitle(visit, jobId) : undefined,
    isFinding ? { page: undefined, errors: {}, asked: {} } : readPage(visit, jobId),
  ])
  const [only, ...others] = found?.jobs ?? []
  if (only && others.length === 0) return redirect(addressOf(path, query, { job: String(only.id) }))
  const entered = { values: query, errors }
  const title =
    ofJob === undefined ? 'Applications' : `Applications: ${page?.items[0]?.jobTitle ?? `Job ${ofJob}`}`
  const chosen =
    chosenTitle !== undefined &&
    html`<div class="jb-field vstack gap-1" id="field-job">
      <span class="form-label fw-medium">${labels.job}</span>
      <span>${userText(chosenTitle, { lines: 1 })} <a href=${addressOf(path, query)}>All jobs</a></span>
      <input type="hidden" name="job" value=${jobId} />
    </div>`
  const board = { href: `/jobs/${encodeURIComponent(jobId ?? '')}/board`, label: 'Show as a board' }
  const wrong = !page && !isFinding
  return screen(visit, {
    title,
    heading: userText(title, { lines: 2 }),
    actions: [
      page && page.items.length > 0 && exportLink(`${path}/export`, asked, page.total),
      jobId !== undefined && linkButton({ ...board, icon: 'board' }),
    ],
    refused: wrong ? { action: path, ...entered, labels } : undefined,
    body: [
      filters({
        action: path,
        submit: { label: 'Filter', icon: 'filter' },
        body: [
          field(entered, {
            type: 'select',
            name: 'status',
            label: labels.status,
            options: [{ value: '', label: 'Any status' }, ...statusOptions],
          }),
          ofJob === undefined &&
            (chosen ||
              field(entered, {
                type: 'search',
                name: 'find',
                label: labels.job,
                placeholder: 'Title, reference or number',
                maxLength: MAX_LINE_LENGTH,
              })),
          field(entered, { type: 'date', name: 'since', label: labels.since }),
        ],
      }),
      found && choiceOf(found, (id) => addressOf(path, query, { job: String(id) })),
      page && tableOf(visit, page, Boolean(status || job || since), path),
      page?.nextCursor &&
        more({ href: addressOf(path, query, { job, cursor: page.nextCursor }), label: 'Show more' }),
    ],
  })
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
    return { page: await readList(visit, visit.params.jobId, query), errors: {}, asked: query }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') throw error
    const names: Record<string, string> = { '#query/updatedSince': 'since', '#query/jobId': 'job' }
    const nameOf = (pointer: string) => names[pointer] ?? pointer.replace('#query/', '')
    return { page: undefined, errors: errorsOf(error, nameOf), asked: query }
  }
}

function tableOf(
  { zone }: Visit,
  { items, total }: { items: readonly Versioned[]; total: number },
  isFiltered: boolean,
  path: string,
): Html {
  if (items.length === 0) return nothingIn(isFiltered, path)
  return panel({
    title: total === 1 ? '1 application' : `${number(total)} applications`,
    body: table({
      caption: 'Applications',
      rowHref: ({ id }) => `/applications/${id}`,
      rows: items,
      empty: '',
      columns: {
        Candidate: ({ name, headline }) =>
          html`<span class="vstack gap-1">${userText(name, { lines: 1 })}${headline && html`<span class="text-body-secondary">${userText(headline, { lines: 1 })}</span>`}</span>`,
        Job: ({ jobTitle }) => userText(jobTitle, { lines: 2 }),
        Status: ({ status, isAiAssisted }) =>
          html`<span class="hstack flex-wrap gap-1">${statusBadge(status)}${isAiAssisted && aiBadge()}</span>`,
        Score: numeric(({ assessmentScore: score }) => (typeof score === 'number' ? number(score) : '–')),
        Tags: ({ tags }) =>
          html`<span class="hstack flex-wrap gap-1">${tags.slice(0, SHOWN_TAGS).map(tagBadge)}</span>`,
        Applied: ({ appliedAt }) => when(appliedAt, zone, 'date'),
        'Last change': ({ updatedAt }) => when(updatedAt, zone),
      },
    }),
  })
}

function nothingIn(isFiltered: boolean, path: string): Html {
  const title = 'No applications'
  return isFiltered
    ? empty({
        title,
        text: 'No application matches the filter. Choose another status, job or day.',
        action: linkButton({ href: path, label: 'Show all applications' }),
      })
    : empty({
        title,
        text: 'Publish a job, so that candidates can apply; their applications are listed here.',
        action: linkButton({ href: '/jobs', label: 'Go to the jobs', tone: 'primary' }),
      })
}

/** The jobs to choose from. */
function choiceOf({ jobs, isCut, isBounded }: FoundJobs, hrefOf: (id: number) => string): Html {
  const rest = [
    isCut && 'More jobs match: type more of the title, or the reference.',
    isBounded &&
      `Titles of your ${number(MAX_TITLES)} newest jobs were looked at; older ones are found by reference or number.`,
  ]
    .filter(Boolean)
    .join(' ')
  if (jobs.length === 0) {
    const text = rest || 'Type a part of its title, its reference or its number.'
    return empty({ title: 'No such job', text })
  }
  return panel({
    title: 'Which job?',
    body: [
      html`<ul class="jb-link-list list-unstyled vstack gap-2">
        ${jobs.map(({ id, title, reference, status }) => html`<li><a href=${hrefOf(id)}>${userText(title, { lines: 2 })}</a><span class="text-body-secondary">${[reference, status].filter(Boolean).join(' · ')}</span></li>`)}
      </ul>`,
      rest && html`<p class="text-body-secondary">${rest}</p>`,
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
  return job?.title ?? `Job ${id}`
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
