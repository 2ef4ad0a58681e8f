import {
  deleteScorecard,
  getScorecard,
  putScorecard,
  recommendations,
} from '@jobboard/contracts/applications/scorecards'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH, MAX_NOTE_LENGTH, MAX_RATINGS, MAX_STAGE_LENGTH } from '@jobboard/contracts/limits'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { errorsOf, type FormData, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { texts } from './application-texts.ts'
import { readApplication } from './reading.ts'

const { scorecards: says } = texts
/** Empty rows for further ratings, below those there are. */
const SPARE_ROWS = 3

type Scorecard = ResponseBody<typeof getScorecard>

/** `GET /applications/:applicationId/scorecard?stage=`: the own scorecard of a stage, or an empty one. */
export async function showScorecard(visit: Visit, refused?: Entered): Promise<Outcome> {
  const id = visit.params.applicationId!
  const stage = visit.query.stage?.trim() || undefined
  const [{ application }, stored] = await Promise.all([
    readApplication(visit, id, { isHidden: true }),
    stage === undefined ? undefined : readOwn(visit, id, stage),
  ])
  const entered = refused ?? { values: stored ? valuesOf(stored) : { stage }, errors: {} }
  const path = `/applications/${application.id}`
  const { csrf } = visit
  const title = says.writeTitle(application.name)
  const body = html`<div class="jb-stack">
    ${pageHead({
      title: userText(title, { lines: 2 }),
      lead: says.lead,
      actions: linkButton({ href: path, label: says.back, icon: 'previous' }),
    })}
    ${errorSummary(entered, { stage: says.stage, recommendation: says.recommendation, comments: says.comments })}
    ${panel({
      title: stored?.stage ?? says.write,
      body: form({
        action: `${path}/scorecard`,
        csrf,
        operation: newOperation(),
        submit: { label: says.save },
        body: fields(entered),
      }),
    })}
    ${
      stored &&
      panel({
        title: says.remove,
        body: form({
          action: `${path}/scorecard/delete`,
          csrf,
          operation: newOperation(),
          submit: { label: says.remove, tone: 'danger', icon: 'trash' },
          confirm: { question: says.removeQuestion },
          body: html`<input type="hidden" name="stage" value=${stored.stage} />`,
        }),
      })
    }
  </div>`
  return view({ title: titleOf(title, entered), body, ...(refused && { status: 422 }) })
}

/** `POST /applications/:applicationId/scorecard`: creates or replaces the own scorecard of the stage. */
export async function saveScorecard(visit: Visit): Promise<Outcome> {
  const { form: sent, operation, params } = visit
  const id = params.applicationId!
  const stage = text(sent, 'stage')
  const { ratings, errors } = ratingsOf(sent)
  if (stage === '') errors.stage = says.stageMissing
  if (Object.keys(errors).length > 0) return showScorecard(visit, { values: sent, errors })
  const recommendation = text(sent, 'recommendation') as Scorecard['recommendation']
  const body = {
    recommendation,
    comments: text(sent, 'comments') || null,
    ratings: ratings.map(({ row: _, ...rating }) => rating),
  }
  try {
    await visit.ask(putScorecard, { params: { id, stage }, body }, { operation })
    return redirect(`/applications/${encodeURIComponent(id)}`, says.saved)
  } catch (error) {
    const nameOf = (pointer: string) => {
      const [, list, index, key] = pointer.split('/')
      const row = ratings[Number(index)]?.row
      if (list === 'ratings')
        return row === undefined ? '' : `${key === 'score' ? 'score' : 'criterion'}${row}`
      return pointer.startsWith('#path') ? 'stage' : (list ?? '')
    }
    return showScorecard(visit, { values: sent, errors: errorsOf(error, nameOf) })
  }
}

/** `POST /applications/:applicationId/scorecard/delete`. */
export async function dropScorecard(visit: Visit): Promise<Outcome> {
  const id = visit.params.applicationId!
  const stage = text(visit.form, 'stage')
  if (text(visit.form, 'confirmed') !== 'yes') {
    visit.query.stage = stage
    return showScorecard(visit, { values: visit.form, errors: { '': says.removeQuestion } })
  }
  await visit.ask(deleteScorecard, { params: { id, stage } }, { operation: visit.operation })
  return redirect(`/applications/${encodeURIComponent(id)}`, says.removed)
}

async function readOwn(visit: Visit, id: string, stage: string): Promise<Scorecard | undefined> {
  try {
    return await visit.ask(getScorecard, { params: { id, stage } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

function valuesOf({ stage, recommendation, comments, ratings }: Scorecard): Entered['values'] {
  const rows = ratings.flatMap(({ criterion, score }, row) => [
    [`criterion${row}`, criterion],
    [`score${row}`, String(score)],
  ])
  return { stage, recommendation, comments: comments ?? '', ...Object.fromEntries(rows) }
}

function fields(entered: Entered): (Html | Html[])[] {
  const last = Object.keys(entered.values).reduce((most, name) => Math.max(most, rowOf(name) ?? -1), -1)
  const rows = Math.min(MAX_RATINGS, Math.max(last + 1, 0) + SPARE_ROWS)
  const points = ['', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value || says.noScore }))
  return [
    field(entered, {
      type: 'text',
      name: 'stage',
      label: says.stage,
      hint: says.stageHint,
      maxLength: MAX_STAGE_LENGTH,
      required: true,
    }),
    field(entered, {
      type: 'radio',
      name: 'recommendation',
      label: says.recommendation,
      options: recommendations.map((value) => ({ value, label: texts.recommendations[value] })),
      required: true,
    }),
    html`<fieldset class="jb-ratings">
      <legend class="jb-label">${says.ratings}</legend>
      <p class="jb-hint">${says.ratingsHint}</p>
      ${Array.from({ length: rows }, (_, row) => {
        return html`<div class="jb-rating">
          ${field(entered, { type: 'text', name: `criterion${row}`, label: says.criterion(row + 1), maxLength: MAX_LINE_LENGTH })}
          ${field(entered, { type: 'select', name: `score${row}`, label: says.score(row + 1), options: points })}
        </div>`
      })}
    </fieldset>`,
    field(entered, {
      type: 'textarea',
      name: 'comments',
      label: says.comments,
      maxLength: MAX_NOTE_LENGTH,
      rows: 5,
      required: false,
    }),
  ]
}

/** The rows that say something, and what is missing in them. */
function ratingsOf(sent: FormData) {
  const ratings: { row: number; criterion: string; score: number }[] = []
  const errors: Record<string, string> = {}
  for (let row = 0; row < MAX_RATINGS; row++) {
    const [criterion, points] = [text(sent, `criterion${row}`), text(sent, `score${row}`)]
    if (criterion === '' && points === '') continue
    if (criterion === '') errors[`criterion${row}`] = says.criterionMissing
    if (!/^[1-5]$/.test(points)) errors[`score${row}`] = says.scoreMissing
    ratings.push({ row, criterion, score: Number(points) })
  }
  return { ratings, errors }
}

function rowOf(name: string): number | undefined {
  const digits = name.startsWith('criterion') ? name.slice('criterion'.length) : ''
  return /^\d{1,2}$/.test(digits) && Number(digits) < MAX_RATINGS ? Number(digits) : undefined
}
