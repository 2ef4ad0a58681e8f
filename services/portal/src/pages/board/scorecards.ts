import {
  getJobScorecardTemplate,
  type ScorecardTemplate,
} from '@jobboard/contracts/applications/scorecard-templates'
import {
  deleteScorecard,
  getScorecard,
  putScorecard,
  recommendations,
} from '@jobboard/contracts/applications/scorecards'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_LINE_LENGTH, MAX_RATINGS, MAX_STAGE_LENGTH } from '@jobboard/contracts/limits'
import type { Tone } from '@jobboard/html/blocks'
import { type Entered, field } from '@jobboard/html/field'
import { type Html, html } from '@jobboard/html/html'
import { userText } from '@jobboard/html/values'
import { type FormData, text } from '../../http/form.ts'
import { get, type Outcome, type Page, redirect, screen, type Visit } from '../../http/page.ts'
import { command, type Errors } from '../../kit/command.ts'
import { type Fields, type FieldWords, fields, type More } from '../../kit/fields.ts'
import { orNone } from '../../peers/ask.ts'
import { readers } from './card.ts'
import { addressAt, addressOf, placeOf, sentPlace } from './place.ts'
import { readApplication } from './reading.ts'

type Scorecard = ResponseBody<typeof getScorecard>
type Criterion = ScorecardTemplate['criteria'][number]

const path = '/applications/:applicationId/scorecard'
/** Those of the template, and as many others as were stored before it changed. */
const MAX_ROWS = 2 * MAX_RATINGS
/** Empty rows for further ratings, below those there are; with a template one. */
const SPARE_ROWS = 3
export const verdicts: Record<Scorecard['recommendation'], { label: string; tone: Tone | 'neutral' }> = {
  StrongNo: { label: 'Strong no', tone: 'danger' },
  No: { label: 'No', tone: 'warning' },
  Hold: { label: 'Hold', tone: 'neutral' },
  Yes: { label: 'Yes', tone: 'success' },
  StrongYes: { label: 'Strong yes', tone: 'success' },
}

/** `GET /applications/:applicationId/scorecard?stage=`: the own scorecard of a stage, or an empty one, with the criteria of
 * the template. Calls in sequence: 2. */
async function showScorecard(visit: Visit): Promise<Outcome> {
  const place = placeOf(visit)
  const stage = visit.query.stage?.trim() || undefined
  const [application, stored] = await Promise.all([
    readApplication(visit),
    stage === undefined ? undefined : orNone(visit.ask(getScorecard, { params: { stage } }), 'not_found'),
  ])
  const { jobId } = application
  const reading = visit.ask(getJobScorecardTemplate, { params: { jobId } }, { isHidden: true })
  const criteria = (await orNone(reading, 'not_found'))?.criteria ?? []
  const rows = rowsOf(criteria, stored?.ratings ?? [])
  const title = `Scorecard: ${application.name}`
  const hidden = sentPlace(place)
  const values = stored ? { ...stored, comments: stored.comments ?? '' } : { stage }
  return screen(visit, {
    title,
    heading: userText(title, { lines: 2 }),
    lead: 'One for each person and stage. Candidates never see it.',
    back: { href: addressAt(application.id, place), label: 'Back to the application' },
    body: [
      save.panel(visit, stored?.stage ?? 'Write a scorecard', {
        values: { ...values, ...rows } as FormData,
        hidden,
        fields: hintsOf(criteria, visit.refused?.values ?? rows),
      }),
      stored &&
        remove.panel(visit, 'Delete scorecard', {
          hidden: { ...hidden, stage: stored.stage },
          values: { stage: stored.stage },
        }),
    ],
  })
}

/** Fields of a form: the criteria of the template first, each with its points where it is rated, then other ratings. */
function rowsOf(criteria: readonly Criterion[], ratings: Scorecard['ratings']): FormData {
  const offered = criteria.map(({ name }) => {
    const score = ratings.find(({ criterion }) => criterion === name)?.score
    return { criterion: name, score, isOffered: true }
  })
  const own = ratings
    .filter(({ criterion }) => !criteria.some(({ name }) => name === criterion))
    .map((rating) => ({ ...rating, isOffered: false }))
  const pairs = [...offered, ...own].flatMap(({ criterion, score, isOffered }, row) => [
    [`criterion${row}`, criterion],
    [`score${row}`, score === undefined ? '' : String(score)],
    ...(isOffered ? [[`offered${row}`, 'yes']] : []),
  ])
  return Object.fromEntries(pairs)
}

/** The hint of each row that has the name of a criterion. */
function hintsOf(criteria: readonly Criterion[], rows: FormData): More {
  const hints = new Map(criteria.map(({ name, hint }) => [name, hint]))
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, value]) => {
      const hint = /^criterion\d{1,2}$/.test(name) && hints.get(String(value))
      return hint ? [[name, { hint: userText(hint) }]] : []
    }),
  )
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
const last = fields(putScorecard.body, { comments: { label: 'Comments', rows: 5 } })
const points = ['', '1', '2', '3', '4', '5']
const options = points.map((value) => ({ value, label: value || 'No points' }))

const scorecardFields: Fields = {
  labels: { ...first.labels, ...last.labels },
  read: (sent) => ({
    ...first.read(sent),
    ...last.read(sent),
    ratings: ratingsOf(sent).map(({ criterion, points }) => ({ criterion, score: Number(points) })),
  }),
  show(entered, more = {}) {
    const used = Object.keys(entered.values).map((name) =>
      Number(/^criterion(\d{1,2})$/.exec(name)?.[1] ?? -1),
    )
    const isOffered = (row: number) => entered.values[`offered${row}`] === 'yes'
    const spare = isOffered(0) ? 1 : SPARE_ROWS
    const length = Math.min(MAX_ROWS, Math.max(-1, ...used) + 1 + spare)
    const all = Array.from({ length }, (_, row) => row)
    return [
      ...first.show(entered),
      html`<fieldset class="vstack gap-3">
        <legend class="form-label fw-medium">Ratings</legend>
        <p class="form-text mt-0">From 1, lowest, to 5, highest. Leave out what you cannot rate, or add what is missing.</p>
        ${all.filter(isOffered).map((row) => offeredRow(entered, row, more[`criterion${row}`] || undefined))}
        ${all.filter((row) => !isOffered(row)).map((row, index) => ownRow(entered, row, index + 1))}
      </fieldset>`,
      ...last.show(entered),
    ]
  },
}

/** A criterion of the template, with its points side by side. */
function offeredRow(entered: Entered, row: number, { hint }: Partial<FieldWords> = {}): Html {
  const name = `score${row}`
  const chosen = [entered.values[name] ?? ''].flat()[0]
  const error = entered.errors[name]
  return html`<fieldset class="jb-points vstack gap-1" id=${`field-${name}`} tabindex="-1">
    <legend class="form-label fw-medium">${userText([entered.values[`criterion${row}`] ?? ''].flat()[0])}</legend>
    ${hint && html`<div class="form-text mt-0">${hint}</div>`}
    ${error && html`<div class="jb-error small fw-medium" id=${`field-${name}-error`}>${error}</div>`}
    <input type="hidden" name=${`criterion${row}`} value=${entered.values[`criterion${row}`]} />
    <input type="hidden" name=${`offered${row}`} value="yes" />
    <div class="btn-group align-self-start">
      ${points.map((value) => {
        const id = `${name}-${value || 'none'}`
        const label = value || [
          html`<span aria-hidden="true">–</span>`,
          html`<span class="visually-hidden">No points</span>`,
        ]
        return [
          html`<input class="btn-check" type="radio" id=${id} name=${name} value=${value} checked=${chosen === value} />`,
          html`<label class="btn" for=${id}>${label}</label>`,
        ]
      })}
    </div>
  </fieldset>`
}

function ownRow(entered: Entered, row: number, number: number): Html {
  return html`<div class="jb-rating">
    ${field(entered, { type: 'text', name: `criterion${row}`, label: `Other criterion ${number}`, maxLength: MAX_LINE_LENGTH })}
    ${field(entered, { type: 'select', name: `score${row}`, label: `Points of other criterion ${number}`, options })}
  </div>`
}

/** The rows that say something: of the template those with points. */
function ratingsOf(sent: FormData) {
  return Array.from({ length: MAX_ROWS }, (_, row) => {
    const isOffered = text(sent, `offered${row}`) === 'yes'
    return { row, isOffered, criterion: text(sent, `criterion${row}`), points: text(sent, `score${row}`) }
  }).filter(({ isOffered, criterion, points }) => points !== '' || (criterion !== '' && !isOffered))
}

const ofScorecard = {
  roles: readers,
  size: 'note',
  params: ({ params, form, query }: Visit) => {
    return { id: params.applicationId!, stage: text(form, 'stage') || (query.stage ?? 'phone screen') }
  },
} as const

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
  done: (visit) => redirect(addressOf(visit), 'The scorecard is saved.'),
})

const remove = command({
  ...ofScorecard,
  path: `${path}/delete`,
  call: deleteScorecard,
  submit: { label: 'Delete scorecard', tone: 'danger', icon: 'trash' },
  confirm: { question: 'Delete your scorecard for this stage?', tick: 'I understand' },
  again: (visit) => showScorecard({ ...visit, query: { ...visit.query, stage: text(visit.form, 'stage') } }),
  done: (visit) => redirect(addressOf(visit), 'The scorecard is deleted.'),
})

export const scorecardPages: Page[] = [get(path, readers, showScorecard), save, remove]
