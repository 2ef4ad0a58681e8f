import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { isBlank } from '@jobboard/contracts/characters'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { getJob, listJobs } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import { pathId } from '@jobboard/contracts/text'
import { empty, linkButton, panel } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { type Html, html } from '@jobboard/html/html'
import { more, numeric, table } from '@jobboard/html/table'
import { number, userText, when } from '@jobboard/html/values'
import { type Outcome, type Page, redirect, screen, type Visit } from '../../http/page.ts'
import { csvExport, exportLink } from '../../kit/export.ts'
import { readList, seesContact, type Versioned } from '../../parts/applications.ts'
import { orNone } from '../../peers/ask.ts'
import {
  aiBadge,
  bulkBar,
  chooser,
  countsOf,
  movers,
  readers,
  scoreBadge,
  shortcutsButton,
  statusBadge,
  tagBadges,
} from './card.ts'
import { addressAt } from './place.ts'
import { addressOf, listOf, readChoices, readSearch, type Search, searched, searchForm } from './search.ts'

const PAGE_SIZE = 50
const LIST_SORT = '-appliedAt'

/** `GET /applications` and `GET /jobs/:jobId/applications`: a list with filters, whose values the service checks. Calls in
 * sequence: 1. */
export async function showList(visit: Visit): Promise<Outcome> {
  const { query, params } = visit
  const ofJob = params.jobId
  const jobId = ofJob ?? (query.job || undefined)
  const path = ofJob === undefined ? '/applications' : `/jobs/${encodeURIComponent(ofJob)}/applications`
  const own = readSearch(visit, path, LIST_SORT)
  const search = {
    ...own,
    values: { ...own.values, job: ofJob === undefined ? query.job || undefined : undefined },
  }
  const isFinding = jobId === undefined && query.find !== undefined && !isBlank(query.find)
  const [found, chosenTitle, { found: page, refused }, choices] = await Promise.all([
    isFinding ? visit.part('jobs', () => findJobs(visit, query.find!)) : undefined,
    ofJob === undefined && jobId !== undefined ? readTitle(visit, jobId) : undefined,
    isFinding ? NOTHING : searched(search, () => readPage(visit, search, jobId)),
    readChoices(visit),
  ])
  const [only, ...others] = found?.jobs ?? []
  if (only && others.length === 0) return redirect(addressOf(search, { job: String(only.id) }))
  const title =
    ofJob === undefined ? 'Applications' : `Applications: ${page?.items[0]?.jobTitle ?? `Job ${ofJob}`}`
  const chosen =
    chosenTitle !== undefined &&
    html`<div class="jb-field vstack gap-1" id="field-job">
      <span class="form-label fw-medium">Job</span>
      <span>${userText(chosenTitle, { lines: 1 })} <a href=${addressOf(search, { job: undefined })}>All jobs</a></span>
      <input type="hidden" name="job" value=${jobId} />
    </div>`
  const find = {
    type: 'search',
    name: 'find',
    label: 'Job',
    placeholder: 'Title, reference or number',
  } as const
  const boardPath = `/jobs/${encodeURIComponent(jobId ?? '')}/board`
  const asBoard = addressOf({ path: boardPath, values: own.values })
  return screen(visit, {
    title,
    heading: userText(title, { lines: 2 }),
    actions: [
      page &&
        page.items.length > 0 &&
        exportLink(`${path}/export`, { ...search.query, ...(ofJob === undefined && { jobId }) }, page.total),
      jobId !== undefined && linkButton({ href: asBoard, label: 'Show as a board', icon: 'board' }),
      shortcutsButton(),
    ],
    refused,
    scripts: ['bulk.js'],
    body: [
      searchForm(visit, search, choices, {
        errors: refused?.errors,
        beside:
          ofJob === undefined &&
          (chosen || field({ values: query, errors: {} }, { ...find, maxLength: MAX_LINE_LENGTH })),
      }),
      found && choiceOf(found, (id) => addressOf(search, { job: String(id) })),
      page && tableOf(visit, page, search),
      page?.nextCursor && more({ href: addressOf(search, { cursor: page.nextCursor }), label: 'Show more' }),
      page && page.items.length > 0 && bulkBar(visit, addressOf(search)),
    ],
  })
}

const NOTHING = { found: undefined, refused: undefined }

function readPage(visit: Visit, { query }: Search, jobId: string | undefined) {
  const ofJob = visit.params.jobId
  // Of a job in the path the call says that it is not there; in the filter it is a value.
  const all = {
    ...query,
    ...(ofJob === undefined && { jobId }),
    cursor: visit.query.cursor,
    pageSize: PAGE_SIZE,
    include: 'counts',
  }
  return readList(visit, ofJob, all)
}

function tableOf(
  { zone, person, params, query }: Visit,
  { items, total }: { items: readonly Versioned[]; total: number },
  search: Search,
): Html {
  const { isNarrow, path, values } = search
  const list = listOf(search, params.jobId === undefined ? {} : { job: params.jobId })
  // Pages after the first have no numbers.
  const atOf = new Map(query.cursor ? [] : items.map(({ id }, index) => [id, index + 1]))
  if (items.length === 0) return nothingIn(isNarrow || values.job !== undefined, path)
  return panel({
    title: total === 1 ? '1 application' : `${number(total)} applications`,
    body: table({
      caption: 'Applications',
      rowHref: ({ id }) => addressAt(id, { tab: 'cv', list, at: atOf.get(id) }),
      ...(movers.includes(person.role) && { chooser: { head: chooseAll, cell: chooser } }),
      rows: items,
      empty: '',
      columns: {
        Candidate: ({ name, headline }) =>
          html`<span class="vstack gap-1">${userText(name, { lines: 1 })}${headline && html`<span class="text-body-secondary">${userText(headline, { lines: 1 })}</span>`}</span>`,
        Job: ({ jobTitle }) => userText(jobTitle, { lines: 2 }),
        Status: ({ status, isAiAssisted }) =>
          html`<span class="hstack flex-wrap gap-1">${statusBadge(status)}${isAiAssisted && aiBadge()}</span>`,
        Score: numeric(({ assessmentScore: score }) =>
          typeof score === 'number' ? scoreBadge(score, number(score)) : '–',
        ),
        Tags: (application) =>
          html`<span class="hstack flex-wrap gap-1">${tagBadges(application.tags)}${countsOf(application)}</span>`,
        Applied: ({ appliedAt }) => when(appliedAt, zone, 'date'),
        'Last change': ({ updatedAt }) => when(updatedAt, zone),
      },
    }),
  })
}

/** Chooses all rows of the page, with script. */
const chooseAll = html`<label class="jb-choose jb-only-script">
  <input class="form-check-input" type="checkbox" data-choose-all="" autocomplete="off" /><span class="visually-hidden">Choose all on this page</span>
</label>`

function nothingIn(isFiltered: boolean, path: string): Html {
  const title = 'No applications'
  return isFiltered
    ? empty({
        title,
        text: 'No application matches. Search for other words, or with fewer filters.',
        action: linkButton({ href: path, label: 'Show all applications' }),
      })
    : empty({
        title,
        text: 'Publish a job, so that candidates can apply; their applications are listed here.',
        action: linkButton({ href: '/jobs', label: 'Go to the jobs', tone: 'primary' }),
      })
}

function choiceOf({ jobs, isCut }: FoundJobs, hrefOf: (id: number) => string): Html {
  if (jobs.length === 0) {
    const text = 'Type words of its title or city, its reference or its number.'
    return empty({ title: 'No such job', text })
  }
  return panel({
    title: 'Which job?',
    body: [
      html`<ul class="jb-link-list list-unstyled vstack gap-2">
        ${jobs.map(({ id, title, reference, status }) => html`<li class="d-flex flex-wrap column-gap-3"><a href=${hrefOf(id)}>${userText(title, { lines: 2 })}</a><span class="text-body-secondary">${[reference, status].filter(Boolean).join(' · ')}</span></li>`)}
      </ul>`,
      isCut &&
        html`<p class="text-body-secondary">More jobs match: type more of the title, or the reference.</p>`,
    ],
  })
}

/** The title of the job of the filter, or its number where it cannot be read. */
async function readTitle(visit: Visit, id: string): Promise<string> {
  const reading = () => visit.ask(getJob, { params: { id } }, { isHidden: true })
  const job = await visit.part('jobs', () => orNone(reading(), 'not_found', 'invalid_request'))
  return job?.title ?? `Job ${id}`
}

const filters = Object.keys(listAllApplications.query!.shape)

const exportOf = (path: string): Page =>
  csvExport<Versioned>({
    path,
    roles: readers,
    name: 'applications',
    filters,
    read: (visit, query) => readList(visit, visit.params.jobId, query, { isHidden: true }),
    columns: (visit) => ({
      Application: ({ id }) => id,
      Candidate: ({ name }) => name,
      ...(seesContact(visit) && { 'E-mail': ({ email }) => email }),
      Headline: ({ headline }) => headline,
      'Job id': ({ jobId }) => jobId,
      Job: ({ jobTitle }) => jobTitle,
      Status: ({ status }) => status,
      Score: ({ assessmentScore }) => assessmentScore,
      'With AI': ({ isAiAssisted }) => (isAiAssisted ? 'yes' : 'no'),
      Tags: ({ tags }) => tags.join('; '),
      Applied: ({ appliedAt }) => appliedAt,
      'Last change': ({ updatedAt }) => updatedAt,
    }),
  })

export const exportPages: Page[] = [
  exportOf('/applications/export'),
  exportOf('/jobs/:jobId/applications/export'),
]

type Job = Pick<ResponseBody<typeof listJobs>['items'][number], 'id' | 'title' | 'reference' | 'status'>

interface FoundJobs {
  /** At most MAX_FOUND: those with this number or reference first, then the newest. */
  jobs: Job[]
  isCut: boolean
}

const MAX_FOUND = 20

/** The employer's jobs with this number, exactly this reference, or words in title, reference and city that begin with all of
 * these. */
async function findJobs(visit: Visit, typed: string): Promise<FoundJobs> {
  const text = typed.trim().slice(0, MAX_LINE_LENGTH)
  const query = { q: text, pageSize: MAX_FOUND + 1 }
  const [numbered, referenced, worded] = await Promise.all([
    readByNumber(visit, text),
    visit.ask(listJobs, { query: { reference: text, pageSize: 1 } }, { isHidden: true }),
    orNone(visit.ask(listJobs, { query }, { isHidden: true }), 'invalid_request'),
  ])
  const found = new Map(
    [...numbered, ...referenced.items, ...(worded?.items ?? [])].map((job) => [job.id, job]),
  )
  return { jobs: [...found.values()].slice(0, MAX_FOUND), isCut: found.size > MAX_FOUND }
}

async function readByNumber(visit: Visit, text: string): Promise<Job[]> {
  if (!pathId().safeParse(text).success) return []
  const found = await orNone(visit.ask(getJob, { params: { id: text } }, { isHidden: true }), 'not_found')
  return found ? [found] : []
}
