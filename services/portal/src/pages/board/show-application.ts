import { linkButton, notice, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, titleOf } from '../../html/field.ts'
import { type Html, html } from '../../html/html.ts'
import { icon } from '../../html/icon.ts'
import { number, userText, when } from '../../html/values.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { answers, assessmentPart, coverLetter, facts } from './application-parts.ts'
import { texts } from './application-texts.ts'
import { newNotePart, notesPart, scorecardsPart } from './colleague-parts.ts'
import { type Dossier, readDossier } from './dossier.ts'
import { historyPart, tagsPart } from './history-parts.ts'
import { moveForm } from './move-form.ts'
import { profilePart } from './profile-part.ts'
import { texts as shared } from './texts.ts'

const { application: says } = texts

/** A form of the page that was refused. */
export interface Refused {
  part: 'move' | 'tag' | 'note'
  entered: Entered
  status: number
}

const nothing: Entered = { values: {}, errors: {} }

/** `GET /applications/:applicationId`, and the page of a refused form. Calls in sequence: 2. */
export async function showApplication(visit: Visit, refused?: Refused): Promise<Outcome> {
  const dossier = await readDossier(visit, visit.params.applicationId!)
  const { application } = dossier
  const enteredOf = (part: Refused['part']) => (refused?.part === part ? refused.entered : nothing)
  const { name, status, erasedAt, withdrawnAt } = application
  const [main, side] = await Promise.all([
    Promise.all([
      assessmentPart(visit, dossier),
      coverLetter(dossier),
      answers(dossier),
      profilePart(dossier),
    ]),
    Promise.all([
      notesPart(visit, dossier),
      tagsPart(visit, dossier, enteredOf('tag')),
      scorecardsPart(visit, dossier),
      historyPart(visit, dossier),
    ]),
  ])
  const mover = moveForm(visit, application, dossier.reasons, enteredOf('move'))
  const body = html`<div class="jb-application">
    ${pageHead({
      title: userText(name, { lines: 2 }),
      lead: userText(says.lead(application.jobTitle), { lines: 2 }),
    })}
    ${neighboursOf(dossier)} ${refused && errorSummary(refused.entered, labelsOf)}
    ${erasedAt && notice({ tone: 'warning', title: says.erasedTitle, body: html`<span>${when(erasedAt, visit.zone)}. ${says.erasedText}</span>` })}
    ${withdrawnAt && notice({ tone: 'info', title: says.withdrawn, body: html`<span>${when(withdrawnAt, visit.zone)}. ${status !== 'Withdrawn' && says.movedSince}</span>` })}
    <div class="jb-application-columns">
      <div class="jb-stack jb-application-acts">
        ${mover && panel({ title: shared.move.title, body: mover })} ${newNotePart(visit, dossier, enteredOf('note'))}
      </div>
      <div class="jb-stack jb-application-main">${await facts(visit, dossier)} ${main}</div>
      <div class="jb-stack">${side}</div>
    </div>
  </div>`
  const title = titleOf(says.title(name), refused?.entered ?? nothing)
  return view({ title, body, scripts: ['move.js'], ...(refused && { status: refused.status }) })
}

const labelsOf: Record<string, string> = {
  status: shared.move.status,
  reason: shared.move.reason,
  reasonText: shared.move.reasonText,
  note: shared.move.note,
  label: texts.tags.label,
  text: texts.notes.text,
  level: texts.notes.about,
}

/** The board, and the applications before and after this one in its column, where it is among the first 100. */
function neighboursOf({ application: { id, jobId, status }, column }: Dossier): Html {
  const { ids, total } = column ?? { ids: [], total: 0 }
  const at = ids.indexOf(id)
  const link = (other: number | undefined, rel: 'prev' | 'next') =>
    other &&
    html`<a class="btn jb-button-secondary" rel=${rel} href=${`/applications/${other}`}>
      ${rel === 'prev' ? [icon('previous'), html`<span>${says.previous}</span>`] : [html`<span>${says.next}</span>`, icon('next')]}
    </a>`
  return html`<nav class="jb-pager" aria-label=${says.neighbours}>
    <span class="jb-muted">${at < 0 ? shared.statuses[status] : says.position(number(at + 1), number(total), shared.statuses[status])}</span>
    <span class="jb-actions">
      ${linkButton({ href: `/jobs/${jobId}/board`, label: says.board, icon: 'board' })}
      ${at >= 0 && [link(ids[at - 1], 'prev'), link(ids[at + 1], 'next')]}
    </span>
  </nav>`
}
