import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { linkButton } from '@jobboard/html/blocks'
import { type Child, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { type Page, redirect, type View, type Visit } from '../../http/page.ts'
import { type Command, command, type Shown } from '../../kit/command.ts'
import { movers } from './card.ts'
import { moveCommand, ofMove, reasonFields, rejection, withIds } from './move.ts'
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

/** What can be done with an application, in sight on every tab of its page, which `show` shows again after a refusal. */
export function openActs(show: (visit: Visit) => Promise<View>) {
  const [move, newNote, newTag] = [moveCommand(show), newNoteCommand(show), newTagCommand(show)]
  const quick = {
    ...ofMove,
    refusals: {
      precondition_failed: {
        '': 'Somebody moved this application meanwhile, and your move was not made. Look at its status, then decide.',
      },
    },
    again: show,
    done: (visit: Visit, { status }: { status: ApplicationStatus }) =>
      redirect(addressOf(visit), `Moved to ${status}.`),
  }
  // To the next status on the way to a hire.
  const advance = command({
    ...quick,
    path: `${path}/advance`,
    example: { status: 'Screened' },
    submit: { label: 'Advance', icon: 'check' },
  })
  const reject = command({
    ...quick,
    path: `${path}/reject`,
    fields: rejection,
    submit: { label: 'Reject', tone: 'danger', icon: 'cross' },
    moves: true,
  })
  return {
    show(visit: Visit, { application, place, reasons, labels }: Dossier): Child {
      const { id, status, tags } = application
      const isMover = movers.includes(visit.person.role)
      const next = WAY.includes(status) ? WAY[WAY.indexOf(status) + 1] : undefined
      const hidden = { ...sentPlace(place), from: status }
      const ofReason = reasonFields(visit, reasons)
      const ofReject = {
        ...ofReason,
        reason: { ...ofReason.reason, ...(reasons.length > 0 && { hint: false }) },
      }
      const suggestions = labels.filter((label) => !tags.includes(label))
      const isRefused = ({ page }: Command) =>
        visit.refused?.action === page.path.replace(':applicationId', String(id))
      const act = (label: string, image: IconName, form: Command, more: Shown) =>
        html`<details class="jb-act" name="act" open=${isRefused(form)}>
          <summary class="btn btn-secondary">${icon(image)}<span>${label}</span></summary>
          <div class="jb-act-body card p-3">${form.form(visit, { hidden, ...more })}</div>
        </details>`
      const to = (status: ApplicationStatus) => ({
        hidden: { ...hidden, status },
        values: { from: hidden.from, status },
      })
      // Two forms have the fields of a reason; the summary of errors leads to those of the form that was refused.
      const isOfMove = isRefused(move)
      return [
        isMover &&
          next !== undefined &&
          advance.form(visit, { ...to(next), submit: { label: `Advance to ${next}` } }),
        isMover &&
          status !== 'Rejected' &&
          act('Reject', 'cross', reject, {
            ...to('Rejected'),
            fields: isOfMove ? withIds(ofReject, 'reject') : ofReject,
          }),
        act('Note', 'note', newNote, { values: { level: 'application' } }),
        isMover && [
          act('Tag', 'tag', newTag, { fields: { label: { suggestions } } }),
          act('Move', 'move', move, {
            values: { from: status },
            fields: isOfMove ? ofReason : withIds(ofReason, 'move'),
          }),
        ],
        linkButton({ href: addressAt(id, place, '/scorecard'), label: 'Scorecard', icon: 'star' }),
      ]
    },
    pages: [move, advance, reject, newNote, newTag].map(({ page }): Page => page).concat(removeTagPage),
  }
}
