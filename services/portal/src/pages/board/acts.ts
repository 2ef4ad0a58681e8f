import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { changeApplicationStatus } from '@jobboard/contracts/applications/endpoints'
import { MAX_REJECTION_TEXT_LENGTH } from '@jobboard/contracts/limits'
import { linkButton } from '@jobboard/html/blocks'
import { type Child, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { text } from '../../http/form.ts'
import { type Page, redirect, type View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { type Command, command, type Shown } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { movers } from './card.ts'
import { moveCommand, reasonFields } from './move.ts'
import { newNoteCommand } from './notes.ts'
import { addressAt, addressOf, sentPlace } from './place.ts'
import type { Dossier } from './reading.ts'
import { newTagCommand, removeTagPage } from './tags.ts'

const path = '/applications/:applicationId'
/** Statuses on the way to a hire. */
const WAY: readonly ApplicationStatus[] = applicationStatuses.slice(
  0,
  applicationStatuses.indexOf('Hired') + 1,
)

type Show = (visit: Visit) => Promise<View>

/** What can be done with an application, in sight on every tab of its page, which `show` shows again after a refusal. */
export function openActs(show: Show): { show(visit: Visit, dossier: Dossier): Child; pages: Page[] } {
  const [move, newNote, newTag] = [moveCommand(show), newNoteCommand(show), newTagCommand(show)]
  const [advance, reject] = [advanceCommand(show), rejectCommand(show)]
  return {
    show(visit, { application, place, reasons, labels }) {
      const { id, status, tags } = application
      const isMover = movers.includes(visit.person.role)
      const next = WAY.includes(status) ? WAY[WAY.indexOf(status) + 1] : undefined
      const shown = { hidden: { ...sentPlace(place), from: status }, isSmall: true }
      const ofReason = reasonFields(visit, reasons)
      const { options, hint } = ofReason.reason || {}
      const ofReject = {
        rejectReason: { ...(options && { options }), ...(reasons.length === 0 && { hint }) },
        ...(reasons.length === 0 && { rejectText: false as const }),
      }
      const suggestions = labels.filter((label) => !tags.includes(label))
      const act = (label: string, image: IconName, { page, form }: Command, more: Shown) => {
        const isRefused = visit.refused?.action === page.path.replace(':applicationId', String(id))
        return html`<details class="jb-act" name="act" open=${isRefused}>
          <summary class="btn btn-secondary">${icon(image)}<span>${label}</span></summary>
          <div class="jb-act-body card p-3">${form(visit, { ...shown, ...more })}</div>
        </details>`
      }
      return [
        isMover &&
          next !== undefined &&
          advance.form(visit, {
            ...shown,
            hidden: { ...shown.hidden, status: next },
            values: { from: status, status: next },
            submit: { label: `Advance to ${next}` },
          }),
        isMover &&
          status !== 'Rejected' &&
          act('Reject', 'cross', reject, { values: { from: status }, fields: ofReject }),
        act('Note', 'note', newNote, { values: { level: 'application' } }),
        isMover && [
          act('Tag', 'tag', newTag, { fields: { label: { suggestions } } }),
          act('Move', 'move', move, { values: { from: status }, fields: ofReason }),
        ],
        linkButton({ href: addressAt(id, place, '/scorecard'), label: 'Scorecard', icon: 'star' }),
      ]
    },
    pages: [move.page, advance.page, reject.page, newNote.page, newTag.page, removeTagPage],
  }
}

/** A move whose form says the status that it was shown with. */
const ofMove = (again: Show) => ({
  roles: movers,
  call: changeApplicationStatus,
  refusals: {
    precondition_failed: {
      '': 'Somebody moved this application meanwhile, and your move was not made. Look at its status, then decide.',
    },
  },
  again,
  done: (visit: Visit, { status }: { status: ApplicationStatus }) =>
    redirect(addressOf(visit), `Moved to ${status}.`),
})

/** To the next status on the way to a hire. */
function advanceCommand(show: Show): Command {
  return command({
    ...ofMove(show),
    path: `${path}/advance`,
    body: (sent) => ({ status: text(sent, 'status'), expectedStatus: text(sent, 'from') || null }),
    example: { status: 'Screened' },
    submit: { label: 'Advance', icon: 'check' },
  })
}

function rejectCommand(show: Show): Command {
  return command({
    ...ofMove(show),
    path: `${path}/reject`,
    form: 'note',
    fields: fields(undefined, {
      rejectReason: { type: 'select', label: 'Reason' },
      rejectText: {
        type: 'textarea',
        label: 'More about the reason',
        hint: 'For your colleagues only.',
        maxLength: MAX_REJECTION_TEXT_LENGTH,
        rows: 2,
        required: false,
      },
    }),
    body(sent) {
      const [code, more] = [text(sent, 'rejectReason'), text(sent, 'rejectText')]
      return {
        status: 'Rejected',
        expectedStatus: text(sent, 'from') || null,
        rejectionReason: code === '' ? null : { code, text: more || null },
      }
    },
    fieldOf: (pointer) => (pointer.startsWith('/rejectionReason/text') ? 'rejectText' : 'rejectReason'),
    submit: { label: 'Reject', tone: 'danger', icon: 'cross' },
    moves: true,
  })
}
