import { applicationStatuses } from '@jobboard/contracts/applications/application'
import type { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import type { applicationSorts } from '@jobboard/contracts/applications/list-query'
import { listTags } from '@jobboard/contracts/applications/tags'
import { listEmployerUsers } from '@jobboard/contracts/employers/users'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import type { Entered } from '@jobboard/html/field'
import { filters } from '@jobboard/html/form'
import { type Child, type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { addressWith, errorsOf, type FormData, list, type Refused } from '../../http/form.ts'
import type { Visit } from '../../http/page.ts'
import { type Fields, fields, type More, optionsOf } from '../../kit/fields.ts'
import type { AskInput } from '../../peers/ask.ts'
import { movers } from './card.ts'
import { queryOf } from './place.ts'
import { type Reasons, readReasons } from './reading.ts'

type Query = NonNullable<AskInput<typeof listAllApplications>['query']>
export type Sort = (typeof applicationSorts)[number]

const sorts: Record<Sort, string> = {
  '-appliedAt': 'Newest first',
  appliedAt: 'Oldest first',
  '-score': 'Highest score first',
  score: 'Lowest score first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-updatedAt': 'Last change first',
  updatedAt: 'Longest unchanged first',
}
const choiceOf = (yes: string, no: string) => optionsOf({ true: yes, false: no }, 'Any')

const first = fields(undefined, {
  q: { type: 'search', label: 'Search', maxLength: MAX_LINE_LENGTH },
  sort: { type: 'select', label: 'Order', options: optionsOf(sorts) },
})
const others = fields(undefined, {
  status: {
    type: 'select',
    id: 'filter-status',
    label: 'Status',
    options: optionsOf(applicationStatuses, 'Any status'),
  },
  minScore: { type: 'number', label: 'Score from', min: 0, max: 100 },
  tag: { type: 'text', label: 'Tag' },
  isAiAssisted: {
    type: 'select',
    label: 'Applied',
    options: choiceOf('With an assistant', 'Without an assistant'),
  },
  hasScorecard: { type: 'select', label: 'Scorecards', options: choiceOf('At least one', 'None yet') },
  reviewedBy: { type: 'select', label: 'Scorecard by' },
  rejectionReason: { type: 'select', label: 'Rejected because' },
  appliedSince: { type: 'date', label: 'Applied from (UTC)' },
  appliedUntil: { type: 'date', label: 'Applied to (UTC)' },
  since: { type: 'date', label: 'Changed since (UTC)' },
})
type Other = typeof others extends Fields<infer Name> ? Name : never
const otherNames = Object.keys(others.labels) as Other[]
const names = [...Object.keys(first.labels), ...otherNames]
const labels = { ...first.labels, ...others.labels, job: 'Job' }

/** Applications as the address of a list or of a board asks for them. */
export interface Search {
  path: string
  /** For the lists of the API, which check it. */
  query: Query
  sort: Sort
  values: FormData
  /** Not all of them. */
  isNarrow: boolean
}

/** What the address asks for; what it leaves out of the order is `sort`. */
export function readSearch({ query: one, request, person }: Visit, path: string, sort: Sort): Search {
  // A label can be anything, also a candidate's address, which an Interviewer must neither read nor find out.
  const tagged = person.role === 'Interviewer' ? [] : list(request.query as FormData, 'tag')
  const tags = [...new Set(tagged.filter(Boolean))]
  const lines = names.map((name) => [name, one[name]?.trim() || undefined])
  const values: FormData = { ...Object.fromEntries(lines), tag: tags }
  const query = { ...queryOf(values), sort: (one.sort || sort) as Sort }
  const isNarrow = names.some((name) => name !== 'sort' && String(values[name] ?? '') !== '')
  return { path, query, sort: query.sort, values, isNarrow }
}

/** The address of the same search with other parameters; undefined leaves one out. */
export function addressOf(
  { path, values }: Pick<Search, 'path' | 'values'>,
  change: Record<string, string | string[] | undefined> = {},
): string {
  return addressWith(path, { ...values, ...change })
}

/** The list that a page of an application goes back to: this search among the applications to a job, with a status. */
export function listOf({ values, sort }: Search, of: { job?: string | undefined; status?: string }): string {
  return addressOf({ path: '', values: { ...values, sort, ...of } }).slice(1)
}

/** What a search finds, or what is wrong with it. Throws not_found for a job of the path. */
export async function searched<T>(
  { path, values }: Search,
  read: () => Promise<T>,
): Promise<{ found: T; refused?: undefined } | { found?: undefined; refused: Refused }> {
  try {
    return { found: await read() }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'not_found') throw error
    const fieldOf: Record<string, string> = { updatedSince: 'since', jobId: 'job' }
    const named = (pointer: string) => pointer.replace('#query/', '')
    const errors = errorsOf(error, (pointer) => fieldOf[named(pointer)] ?? named(pointer))
    return { refused: { action: path, values, errors, labels } }
  }
}

export interface Choices {
  more: More<Other>
  reasons: Reasons
  tags: string[]
}

/** The tags, users and reasons to choose from; those of a service that does not answer are missing. */
export async function readChoices(visit: Visit): Promise<Choices> {
  const hidden = { isHidden: true }
  const isMover = movers.includes(visit.person.role)
  const [tags = [], users = [], reasons = []] = await Promise.all([
    isMover ? visit.part('pipeline', () => visit.ask(listTags, {}, hidden)) : [],
    visit.part('accounts', () => visit.ask(listEmployerUsers, {}, hidden)),
    isMover ? visit.part('pipeline', () => readReasons(visit)) : [],
  ])
  const suggestions = tags.map(({ label }) => label)
  const because = reasons.map(({ code, label }) => [code, label] as const)
  const by = users.map(({ id, name }) => [id, name] as const)
  const more = {
    tag: isMover && { suggestions },
    reviewedBy: { options: optionsOf(by, 'Anybody or nobody') },
    rejectionReason: because.length > 0 && { options: optionsOf(because, 'Any') },
  }
  return { more, reasons, tags: suggestions }
}

/** The form of a search. `beside` are fields of the page. */
export function searchForm(
  { person }: Visit,
  { path, values, sort }: Search,
  { more }: Pick<Choices, 'more'>,
  { errors = {}, beside }: { errors?: Refused['errors'] | undefined; beside?: Child } = {},
): Html {
  const tags = [values.tag ?? []].flat()
  const entered: Entered = { values: { ...values, sort, tag: '' }, errors }
  const used = otherNames.filter((name) => [values[name] ?? []].flat().length > 0)
  const title = ['More filters', used.map((name) => others.labels[name]).join(', ')]
    .filter(Boolean)
    .join(': ')
  const placeholder = person.role === 'Interviewer' ? 'Name' : 'Name, e-mail, headline, phone'
  return filters({
    action: path,
    submit: { label: 'Search', icon: 'search' },
    body: [
      first.show(entered, { q: { placeholder } }),
      beside,
      html`<details class="jb-more-filters" open=${otherNames.some((name) => name in errors)}>
        <summary class="btn btn-secondary">${icon('filter')}<span>${title}</span></summary>
        <div class="hstack flex-wrap gap-2 align-items-end mt-3">
          ${
            tags.length > 0 &&
            html`<fieldset class="jb-field">
            <legend class="form-label fw-medium">Tags</legend>
            <div class="hstack flex-wrap gap-2">${tags.map((tag) => html`<label class="hstack gap-1"><input class="form-check-input" type="checkbox" name="tag" value=${tag} checked=${true} /><span class="jb-text" dir="auto">${tag}</span></label>`)}</div>
          </fieldset>`
          }
          ${others.show(entered, more)}
        </div>
      </details>`,
    ],
  })
}
