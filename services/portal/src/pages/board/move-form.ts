import { listRejectionReasons } from '@jobboard/contracts/applications/rejection-reasons'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_NOTE_LENGTH, MAX_REJECTION_TEXT_LENGTH } from '@jobboard/contracts/limits'
import { dialog, notice } from '../../html/blocks.ts'
import { type Entered, field } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import type { Summary } from '../../parts/without-contact.ts'
import { movers, statusOptions } from './statuses.ts'
import { texts } from './texts.ts'

const { move } = texts

export type Reasons = ResponseBody<typeof listRejectionReasons>

/** The employer's reasons to reject an application. */
export function readReasons(visit: Visit): Promise<Reasons> {
  return visit.ask(listRejectionReasons, {}, { isHidden: true })
}

/** The one dialog of a board: its script fills in which application is moved. */
export function moveDialog(visit: Visit, reasons: Reasons): Html {
  const body = [
    html`<p class="jb-board-who jb-text jb-lines-2" data-who="" dir="auto"></p>`,
    html`<div data-problem="" role="alert" hidden=${true}>${notice({ tone: 'danger', body: '' })}</div>`,
    form({
      action: '/applications/0/status',
      csrf: visit.csrf,
      operation: newOperation(),
      submit: { label: move.submit, icon: 'move' },
      moves: true,
      body: [hidden('as', 'card'), hidden('from', ''), fields(visit, { values: {}, errors: {} }, reasons)],
    }),
  ]
  return dialog({ id: 'move', title: move.title, body })
}

/** The form on the page of an application; null for who cannot move it. */
export function moveForm(
  visit: Visit,
  application: Summary,
  reasons: Reasons,
  entered: Entered,
): Html | null {
  if (!movers.includes(visit.person.role)) return null
  const { id, status } = application
  return form({
    action: `/applications/${id}/status`,
    csrf: visit.csrf,
    operation: newOperation(),
    submit: { label: move.submit, icon: 'move' },
    moves: true,
    body: [
      hidden('from', status),
      fields(visit, { ...entered, values: { status, ...entered.values } }, reasons),
    ],
    call: {
      method: 'POST',
      url: `${visit.deps.env.PUBLIC_API_URL}/api/v1/applications/${id}/status`,
      headers: { Authorization: 'Bearer $API_KEY', 'Content-Type': 'application/json' },
      body: { status: 'Screened', expectedStatus: status },
    },
  })
}

function fields({ person }: Visit, entered: Entered, reasons: Reasons): Child {
  const hint = reasons.length > 0 ? move.reasonHint : move.noReasons
  const manage = person.role === 'EmployerAdmin' && html`<a href="/rejection-reasons">${move.manage}</a>`
  const options = [
    { value: '', label: move.noReason },
    ...reasons.map(({ code, label }) => ({ value: code, label })),
  ]
  return [
    field(entered, {
      type: 'select',
      name: 'status',
      label: move.status,
      options: statusOptions,
      hint: move.effect,
    }),
    html`<fieldset class="jb-board-rejection">
      <legend class="visually-hidden">${move.reason}</legend>
      ${field(entered, {
        type: 'select',
        name: 'reason',
        label: move.reason,
        options,
        hint: html`<span>${hint} ${manage}</span>`,
      })}
      ${
        reasons.length > 0 &&
        field(entered, {
          type: 'textarea',
          name: 'reasonText',
          label: move.reasonText,
          hint: move.reasonTextHint,
          maxLength: MAX_REJECTION_TEXT_LENGTH,
          rows: 2,
          required: false,
        })
      }
    </fieldset>`,
    field(entered, {
      type: 'textarea',
      name: 'note',
      label: move.note,
      maxLength: MAX_NOTE_LENGTH,
      rows: 2,
      required: false,
    }),
  ]
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name=${name} value=${value} />`
}
