import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { changeApplicationStatus } from '@jobboard/contracts/applications/endpoints'
import { MAX_REJECTION_TEXT_LENGTH } from '@jobboard/contracts/limits'
import { dialog, notice } from '@jobboard/html/blocks'
import { form } from '@jobboard/html/form'
import { type Html, html } from '@jobboard/html/html'
import { type FormData, text } from '../../http/form.ts'
import { fragment, type Outcome, redirect, type Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { type Command, command } from '../../kit/command.ts'
import { type Fields, fields, type More, optionsOf } from '../../kit/fields.ts'
import { readApplicationCounts } from '../../parts/applications.ts'
import { card, movers } from './card.ts'
import { addressOf } from './place.ts'
import { type Reasons, readApplication } from './reading.ts'

const path = '/applications/:applicationId/status'
const submit = { label: 'Move', icon: 'move' } as const
const title = 'Move to another status'

const target = fields(undefined, {
  status: {
    type: 'select',
    label: 'Status',
    options: optionsOf(applicationStatuses),
    hint: 'The candidate sees the new status, never reasons or notes. No mail is sent.',
  },
})
export const rejection = fields(undefined, {
  reason: { type: 'select', label: 'Reason of the rejection' },
  reasonText: {
    type: 'textarea',
    label: 'More about the reason',
    hint: 'For your colleagues only.',
    maxLength: MAX_REJECTION_TEXT_LENGTH,
    rows: 2,
    required: false,
  },
})
export const note = fields(changeApplicationStatus.body, { note: { label: 'Note for the history', rows: 2 } })

/** The status begins with that of the application, `from`. */
export const moveFields: Fields = {
  labels: { ...target.labels, ...rejection.labels, ...note.labels },
  read: () => ({}),
  show(entered, more) {
    const all = { ...entered, values: { status: entered.values.from, ...entered.values } }
    return [
      ...target.show(all, more),
      html`<fieldset class="jb-board-rejection vstack gap-2">
        <legend class="visually-hidden">Reason of the rejection</legend>
        ${rejection.show(all, more)}
      </fieldset>`,
      ...note.show(all, more),
    ]
  },
}

/** What the employer's reasons say of the fields. */
export function reasonFields({ person }: Visit, reasons: Reasons): More {
  const hint =
    reasons.length > 0 ? 'Counts when the status is Rejected.' : 'Your employer has no list of reasons yet.'
  const manage = person.role === 'EmployerAdmin' && html`<a href="/rejection-reasons">Change the list</a>`
  return {
    reason: {
      options: optionsOf(
        reasons.map(({ code, label }) => [code, label]),
        'No reason',
      ),
      hint: html`<span>${hint} ${manage}</span>`,
    },
    ...(reasons.length === 0 && { reasonText: false }),
  }
}

/** The one dialog of a board: its script fills in which application is moved. */
export function moveDialog(visit: Visit, reasons: Reasons): Html {
  const body = [
    html`<p class="mb-3 fw-semibold jb-text jb-lines-2" data-who="" dir="auto"></p>`,
    html`<div data-problem="" role="alert" hidden=${true}>${notice({ tone: 'danger', body: '' })}</div>`,
    form({
      action: path.replace(':applicationId', '0'),
      csrf: visit.csrf,
      operation: newOperation(),
      submit,
      moves: true,
      body: [
        html`<input type="hidden" name="as" value="card" />`,
        html`<input type="hidden" name="from" value="" />`,
        moveFields.show({ values: {}, errors: {} }, withIds(reasonFields(visit, reasons), 'move')),
      ],
    }),
  ]
  return dialog({ id: 'move', title, body })
}

/** Beside another form of the page, which has fields of the same names. */
export function withIds(more: More, prefix: string): More {
  const named = Object.keys(moveFields.labels).map((name) => {
    return [name, more[name] !== false && { ...more[name], id: `${prefix}-${name}` }]
  })
  return Object.fromEntries(named)
}

/** Every move of one application: its form says the status that it was shown with, `from`. */
export const ofMove = {
  roles: movers,
  size: 'note',
  call: changeApplicationStatus,
  body(sent: FormData) {
    const [status, code] = [text(sent, 'status'), text(sent, 'reason')]
    const isReasoned = status === 'Rejected' && code !== ''
    return {
      status,
      expectedStatus: text(sent, 'from') || null,
      note: text(sent, 'note') || null,
      rejectionReason: isReasoned ? { code, text: text(sent, 'reasonText') || null } : null,
    }
  },
  fieldOf(pointer: string) {
    if (pointer.startsWith('/rejectionReason/text')) return 'reasonText'
    return pointer.startsWith('/rejectionReason') ? 'reason' : pointer.slice(1)
  },
} as const

/** A move, of the page of an application, which `show` shows again, and of the board: `as=card`. */
export function moveCommand(show: (visit: Visit) => Promise<Outcome>): Command {
  return command({
    ...ofMove,
    path,
    fields: moveFields,
    example: { status: 'Screened' },
    submit,
    moves: true,
    async again(visit) {
      let refused = visit.refused!
      if (refused.code === 'precondition_failed') {
        // After a lost race the form offers the statuses as they are now, with what was typed otherwise.
        const { status: from } = await readApplication(visit)
        const { status: _, ...typed } = visit.form
        refused = { ...refused, values: { ...typed, from }, errors: { '': lostTo(from) } }
      }
      return (isOfBoard(visit) ? showMoved : show)({ ...visit, refused })
    },
    async done(visit, { previousStatus }) {
      if (isOfBoard(visit)) return showMoved(visit)
      const { name, status } = await readApplication(visit)
      const isSame = previousStatus === status
      const said = isSame
        ? `${name} is ${status} already; nothing was changed.`
        : `${name} moved to ${status}.`
      return redirect(addressOf(visit), said)
    },
  })
}

function lostTo(status: ApplicationStatus): string {
  return `Somebody moved this application meanwhile: it is ${status} now, and your move was not made. Look again, then decide.`
}

function isOfBoard({ form }: Visit): boolean {
  return text(form, 'as') === 'card'
}

/** The card as it is now, and what is wrong with the move, for the script of the board. */
async function showMoved(visit: Visit): Promise<Outcome> {
  const { refused } = visit
  const application = await readApplication(visit)
  const counts = (await readApplicationCounts(visit, [application.jobId]))?.get(application.jobId)
  const list = `job=${application.jobId}&status=${application.status}&sort=-updatedAt`
  const message = Object.values(refused?.errors ?? {}).join(' ')
  const numbers = JSON.stringify(counts?.byStatus ?? null)
  const body = html`<div data-message=${message} data-counts=${numbers}>${card(visit, application, { list })}</div>`
  return fragment(body, refused ? statusOf(refused) : 200)
}

/** 409 for a move that another one was faster than. */
export function statusOf({ code }: NonNullable<Visit['refused']>): 409 | 422 {
  return code === 'precondition_failed' ? 409 : 422
}
