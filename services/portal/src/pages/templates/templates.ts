import { isDeepStrictEqual } from 'node:util'
import {
  deleteJobScorecardTemplate,
  getJobScorecardTemplate,
  getScorecardTemplate,
  replaceJobScorecardTemplate,
  replaceScorecardTemplate,
  type ScorecardTemplate,
} from '@jobboard/contracts/applications/scorecard-templates'
import { ApiError } from '@jobboard/contracts/error'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { MAX_LINE_LENGTH, MAX_RATINGS } from '@jobboard/contracts/limits'
import { notice, panel } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import { errorsOf, text } from '../../http/form.ts'
import { type Area, get, type Outcome, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { command } from '../../kit/command.ts'
import { addButton, afterListButton, readRows, rowButtons } from '../../parts/list-buttons.ts'
import { copyable } from '../../peers/ask.ts'

const path = '/scorecard-template'
const ofJob = `/jobs/:jobId${path}`
const roles = ['EmployerAdmin'] as const
const HIDES = 'hideOthersUntilSubmitted'

/** A criterion as it was typed. */
interface Row {
  name: string
  hint: string
}

/** What the form shows; `etag` is that of the template that the person has seen. */
interface Shown {
  rows: readonly Row[]
  hides: boolean
  etag: string
  errors?: Record<string, string>
  /** The template was changed by somebody else. */
  isChanged?: boolean
}

async function save(visit: Visit): Promise<Outcome> {
  // One more than there can be, so that the service says what is wrong.
  const rows = readRows(visit.form, 'criterion', ['name', 'hint'], MAX_RATINGS + 1)
  const hides = text(visit.form, HIDES) === 'yes'
  // A form without one has seen no template: its tag is that of none.
  const etag = text(visit.form, 'etag') || '"none"'
  const changed = afterListButton(rows, text(visit.form, 'intent'), { name: '', hint: '' })
  if (changed) return show(visit, await readStored(visit), { rows: changed, hides, etag })
  const sent = rows.filter(({ name, hint }) => name !== '' || hint !== '')
  const body = {
    criteria: sent.map(({ name, hint }) => ({ name, hint: hint || null })),
    hideOthersUntilSubmitted: hides,
  }
  try {
    await visit.ask(replaceOf(visit), { body }, { ifMatch: etag })
  } catch (error) {
    const stored = await readStored(visit)
    if (!(error instanceof ApiError) || error.code !== 'precondition_failed') {
      return show(visit, stored, { rows: sent, hides, etag, errors: errorsOf(error, fieldOf) })
    }
    const { jobId, ...values } = stored.template
    // The same form, sent before.
    if (!isDeepStrictEqual(values, body) || (jobId === null) !== (visit.params.jobId === undefined)) {
      const said =
        'Somebody changed the template meanwhile, and nothing was saved. Save again to replace it with yours.'
      const shown = { rows: sent, hides, etag: stored.etag, errors: { '': said }, isChanged: true }
      return show(visit, stored, shown)
    }
  }
  return redirect(addressOf(visit), 'The template is saved.')
}

interface Stored {
  template: ScorecardTemplate
  etag: string
}

async function readStored(visit: Visit): Promise<Stored> {
  const reading = visit.params.jobId === undefined ? getScorecardTemplate : getJobScorecardTemplate
  const { body, headers } = await visit.asked(reading)
  return { template: body, etag: headers.etag ?? '' }
}

async function open(visit: Visit): Promise<View> {
  const stored = await readStored(visit)
  const { criteria, hideOthersUntilSubmitted: hides } = stored.template
  const rows = criteria.map(({ name, hint }) => ({ name, hint: hint ?? '' }))
  return show(visit, stored, { rows, hides, etag: stored.etag })
}

async function show(
  visit: Visit,
  { template }: Stored,
  { rows, hides, etag, errors = {}, isChanged }: Shown,
): Promise<View> {
  const { jobId } = visit.params
  const action = addressOf(visit)
  const job =
    jobId !== undefined &&
    (await visit.part('jobs', () => visit.ask(getJob, { params: { id: jobId } }, { isHidden: true })))
  const pairsOf = (part: keyof Row, value: (row: Row, position: number) => string) =>
    rows.map((row, index) => [`criterion.${index}.${part}`, value(row, index + 1)])
  const values = Object.fromEntries([
    ...pairsOf('name', ({ name }) => name),
    ...pairsOf('hint', ({ hint }) => hint),
    [HIDES, hides ? 'yes' : ''],
  ])
  const labels = Object.fromEntries([
    ...pairsOf('name', (_, position) => `Criterion ${position}`),
    ...pairsOf('hint', (_, position) => `Hint of criterion ${position}`),
  ])
  const entered = { values, errors }
  const title = job ? `Scorecard template: ${job.title}` : 'Scorecard template'
  const isOwn = jobId !== undefined && template.jobId !== null
  visit.calls.push(
    copyable(
      visit.deps.env,
      replaceOf(visit),
      { ...(jobId !== undefined && { params: { jobId } }), body: bodyOf(template) },
      { 'If-Match': etag },
    ),
  )
  return screen(visit, {
    title,
    heading: userText(title, { lines: 2 }),
    lead: 'What scorecards are asked to rate from 1 to 5. Who writes one can add criteria of their own.',
    ...(jobId !== undefined && { back: { href: `/jobs/${jobId}`, label: 'Back to the job' } }),
    refused: Object.keys(errors).length > 0 ? { action, ...entered, labels } : undefined,
    ...(isChanged && { status: 409 }),
    body: [
      isChanged && panel({ title: 'The template as it is now', body: namesOf(template) }),
      jobId !== undefined &&
        !isOwn &&
        notice({
          tone: 'info',
          body: html`<span>This job uses the <a href=${path}>template of all jobs</a>. Saving gives the job a template of its own.</span>`,
        }),
      panel({
        title: jobId === undefined ? 'For all jobs' : 'For this job',
        body: form({
          action,
          csrf: visit.csrf,
          operation: newOperation(),
          submit: { label: 'Save the template', icon: 'check' },
          body: [
            // Enter in a line saves: it presses the first button.
            html`<div class="visually-hidden"><button type="submit" tabindex="-1" aria-hidden="true"></button><input type="hidden" name="etag" value=${etag} /></div>`,
            rows.length === 0 && html`<p class="text-body-secondary">There are no criteria yet.</p>`,
            rows.map((_, index) => line(entered, action, index)),
            html`<div>${addButton({ action, noun: 'criterion', count: rows.length })}</div>`,
            field(entered, {
              type: 'checkbox',
              name: HIDES,
              label: 'Hide the scorecards of others until the own one is saved',
              hint: 'For each stage of an application, from everybody, also in the API. A key of an integration that belongs to no user reads all.',
            }),
          ],
        }),
      }),
      isOwn && remove.panel(visit, 'Use the template of all jobs'),
    ],
  })
}

function bodyOf({ criteria, hideOthersUntilSubmitted }: ScorecardTemplate) {
  return { criteria, hideOthersUntilSubmitted }
}

function namesOf({ criteria, hideOthersUntilSubmitted: hides }: ScorecardTemplate): Html[] {
  return [
    html`<ul>${criteria.map(({ name }) => html`<li>${userText(name)}</li>`)}</ul>`,
    html`<p>Scorecards of others are ${hides ? 'hidden until the own one is saved' : 'shown'}.</p>`,
  ]
}

function line(entered: Entered, action: string, index: number): Html {
  const position = index + 1
  const inputs = [
    ['name', `Criterion ${position}`],
    ['hint', 'What to look for (optional)'],
  ] as const
  return html`<div class="vstack gap-2" id=${`criterion-${index}`}>
    ${inputs.map(([part, label]) => {
      const name = `criterion.${index}.${part}`
      return field(entered, { type: 'text', name, label, maxLength: MAX_LINE_LENGTH, autocomplete: 'off' })
    })}
    <div class="jb-actions hstack flex-wrap gap-2">${rowButtons({ action, noun: 'criterion', index, position })}</div>
  </div>`
}

const replaceOf = ({ params }: Visit) =>
  params.jobId === undefined ? replaceScorecardTemplate : replaceJobScorecardTemplate

const addressOf = ({ params: { jobId } }: Visit) =>
  jobId === undefined ? path : ofJob.replace(':jobId', encodeURIComponent(jobId))

// `/criteria/3/hint` is the field `criterion.3.hint`.
function fieldOf(pointer: string): string {
  const [, index, part] = /^\/criteria\/(\d+)\/(name|hint)/.exec(pointer) ?? []
  return index === undefined ? '' : `criterion.${index}.${part}`
}

const remove = command({
  path: `${ofJob}/delete`,
  roles,
  call: deleteJobScorecardTemplate,
  submit: { label: 'Delete the template of this job', tone: 'danger', icon: 'trash' },
  confirm: { question: 'Delete it? Scorecards keep what they rate.', tick: 'I understand' },
  again: open,
  done: (visit) => redirect(addressOf(visit), 'This job uses the template of all jobs.'),
})

/** What scorecards are asked to rate: of all jobs, and of one. The whole template is saved, if it is still the one that was
 * shown. */
export const templates: Area = {
  places: [{ href: path, label: 'Scorecard template', icon: 'star', roles }],
  pages: [
    ...[path, ofJob].flatMap((path) => [
      get(path, roles, open),
      { method: 'POST', path, roles, handle: save } as const,
    ]),
    remove,
  ],
}
