import {
  deleteScorecard,
  getScorecard,
  putScorecard,
  recommendations,
} from '@jobboard/contracts/applications/scorecards'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_LINE_LENGTH, MAX_NOTE_LENGTH, MAX_RATINGS, MAX_STAGE_LENGTH } from '@jobboard/contracts/limits'
import { badge, linkButton, panel, type Tone } from '@jobboard/html/blocks'
import { field } from '@jobboard/html/field'
import { type Html, html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import { type FormData, text } from '../../http/form.ts'
import { type Outcome, type Page, redirect } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { command, type Errors } from '../../kit/command.ts'
import { type Fields, fields } from '../../kit/fields.ts'
import { screen } from '../../kit/screen.ts'
import { orNone } from '../../peers/ask.ts'
import { readers } from './card.ts'
import { firstOf } from './notes.ts'
import { authorOf, type Dossier, readApplication } from './reading.ts'

type Scorecard = ResponseBody<typeof getScorecard>

const path = '/applications/:applicationId/scorecard'
/** Empty rows for further ratings, below those there are. */
const SPARE_ROWS = 3
const verdicts: Record<Scorecard['recommendation'], { label: string; tone: Tone | 'neutral' }> = {
  StrongNo: { label: 'Strong no', tone: 'danger' },
  No: { label: 'No', tone: 'warning' },
  Hold: { label: 'Hold', tone: 'neutral' },
  Yes: { label: 'Yes', tone: 'success' },
  StrongYes: { label: 'Strong yes', tone: 'success' },
}

export async function scorecardsPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { application, scorecards, masked, long } = dossier
  const href = `/applications/${application.id}/scorecard`
  const { shown, link } = firstOf(visit, application.id, scorecards)
  const items: Html[] = []
  for (const { stage, authorUserId, recommendation, comments, ratings, updatedAt } of shown) {
    const isOwn = authorUserId === visit.person.id
    const rated: [string, string][] = []
    for (const { criterion, score } of ratings) {
      rated.push([isOwn ? criterion : await masked(criterion), `${score} / 5`])
    }
    const { label, tone } = verdicts[recommendation]
    items.push(html`<li>
      <div class="jb-entry-head d-flex gap-3 align-items-baseline justify-content-between">
        <span><strong dir="auto">${isOwn ? stage : await masked(stage)}</strong> <span class="text-body-secondary">${authorOf(visit, dossier, authorUserId)} · ${when(updatedAt, visit.zone, 'date')}</span></span>
        ${isOwn && html`<a href=${`${href}?stage=${encodeURIComponent(stage)}`}>Edit</a>`}
      </div>
      <p>${badge({ text: label, tone })}</p>
      ${comments !== null && (await long.colleagues.show(`scorecard-${items.length}`, comments, isOwn ? undefined : masked))}
      ${rated.length > 0 && definitions(rated)}
    </li>`)
  }
  const none = html`<p class="text-body-secondary">Nobody has written a scorecard yet.</p>`
  return panel({
    title: 'Scorecards',
    actions: linkButton({ href, label: 'Write a scorecard', icon: 'star' }),
    body: [
      items.length === 0 ? none : html`<ul class="jb-entries list-unstyled vstack gap-3">${items}</ul>`,
      link,
    ],
  })
}

/** `GET /applications/:applicationId/scorecard?stage=`: the own scorecard of a stage, or an empty one. */
async function showScorecard(visit: Visit): Promise<Outcome> {
  const id = visit.params.applicationId!
  const stage = visit.query.stage?.trim() || undefined
  const [{ application }, stored] = await Promise.all([
    readApplication(visit, id, { isHidden: true }),
    stage === undefined ? undefined : orNone(visit.ask(getScorecard, { params: { stage } }), 'not_found'),
  ])
  const title = `Scorecard: ${application.name}`
  return screen(visit, {
    title,
    heading: userText(title, { lines: 2 }),
    lead: 'One for each person and stage. Candidates never see it.',
    back: { href: `/applications/${application.id}`, label: 'Back to the application' },
    body: [
      panel({
        title: stored?.stage ?? 'Write a scorecard',
        body: save.form(visit, { values: stored ? valuesOf(stored) : { stage } }),
      }),
      stored &&
        panel({
          title: 'Delete scorecard',
          body: remove.form(visit, { hidden: { stage: stored.stage }, values: { stage: stored.stage } }),
        }),
    ],
  })
}

function valuesOf({ stage, recommendation, comments, ratings }: Scorecard): FormData {
  const rows = ratings.flatMap(({ criterion, score }, row) => [
    [`criterion${row}`, criterion],
    [`score${row}`, String(score)],
  ])
  return { stage, recommendation, comments: comments ?? '', ...Object.fromEntries(rows) }
}

const first = fields(putScorecard.body, {
  stage: {
    type: 'text',
    label: 'Stage',
    hint: 'Such as phone screen or first interview. Writing the same stage again replaces your scorecard.',
    maxLength: MAX_STAGE_LENGTH,
    required: true,
  },
  recommendation: {
    label: 'Recommendation',
    options: recommendations.map((value) => ({ value, label: verdicts[value].label })),
  },
})
const last = fields(undefined, {
  comments: { type: 'textarea', label: 'Comments', maxLength: MAX_NOTE_LENGTH, rows: 5, required: false },
})
const points = ['', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value || 'No points' }))

const scorecardFields: Fields = {
  labels: { ...first.labels, ...last.labels },
  read: (sent) => ({
    recommendation: text(sent, 'recommendation'),
    comments: text(sent, 'comments') || null,
    ratings: ratingsOf(sent).map(({ row: _, points, ...rating }) => ({ ...rating, score: Number(points) })),
  }),
  show(entered) {
    const used = Object.keys(entered.values).map((name) =>
      Number(/^criterion(\d{1,2})$/.exec(name)?.[1] ?? -1),
    )
    const length = Math.min(MAX_RATINGS, Math.max(-1, ...used) + 1 + SPARE_ROWS)
    return [
      ...first.show(entered),
      html`<fieldset class="vstack gap-2">
        <legend class="form-label fw-medium">Ratings</legend>
        <p class="form-text mt-0">From 1, lowest, to 5, highest. Leave a row empty that you do not need.</p>
        ${Array.from({ length }, (_, row) => {
          return html`<div class="jb-rating">
            ${field(entered, { type: 'text', name: `criterion${row}`, label: `Criterion ${row + 1}`, maxLength: MAX_LINE_LENGTH })}
            ${field(entered, { type: 'select', name: `score${row}`, label: `Points of criterion ${row + 1}`, options: points })}
          </div>`
        })}
      </fieldset>`,
      ...last.show(entered),
    ]
  },
}

/** The rows that say something. */
function ratingsOf(sent: FormData) {
  return Array.from({ length: MAX_RATINGS }, (_, row) => {
    return { row, criterion: text(sent, `criterion${row}`), points: text(sent, `score${row}`) }
  }).filter(({ criterion, points }) => criterion !== '' || points !== '')
}

const ofScorecard = {
  roles: readers,
  form: 'note',
  params: ({ params, form, query }: Visit) => {
    return { id: params.applicationId!, stage: text(form, 'stage') || (query.stage ?? 'phone screen') }
  },
} as const

/** Creates or replaces the own scorecard of the stage. */
const save = command({
  ...ofScorecard,
  path,
  call: putScorecard,
  fields: scorecardFields,
  submit: { label: 'Save scorecard' },
  check({ form }) {
    const errors: Errors = text(form, 'stage') === '' ? { stage: 'Name the stage.' } : {}
    for (const { row, criterion, points } of ratingsOf(form)) {
      if (criterion === '') errors[`criterion${row}`] = 'Name what you rate.'
      if (!/^[1-5]$/.test(points)) errors[`score${row}`] = 'Choose points from 1 to 5.'
    }
    return Object.keys(errors).length > 0 ? errors : undefined
  },
  fieldOf(pointer, sent) {
    const [, list = '', index, key] = pointer.split('/')
    if (list !== 'ratings') return pointer.startsWith('#path') ? 'stage' : list
    const row = ratingsOf(sent)[Number(index)]?.row
    return row === undefined ? '' : `${key === 'score' ? 'score' : 'criterion'}${row}`
  },
  again: showScorecard,
  done: ({ params }) => redirect(`/applications/${params.applicationId}`, 'The scorecard is saved.'),
})

const remove = command({
  ...ofScorecard,
  path: `${path}/delete`,
  call: deleteScorecard,
  submit: { label: 'Delete scorecard', tone: 'danger', icon: 'trash' },
  confirm: { question: 'Delete your scorecard for this stage?', tick: 'I understand' },
  again: (visit) => showScorecard({ ...visit, query: { ...visit.query, stage: text(visit.form, 'stage') } }),
  done: ({ params }) => redirect(`/applications/${params.applicationId}`, 'The scorecard is deleted.'),
})

export const scorecardPages: Page[] = [
  { method: 'GET', path, roles: readers, handle: showScorecard },
  save.page,
  remove.page,
]
