import { createNote, deleteNote, getNote, updateNote } from '@jobboard/contracts/applications/notes'
import { notFound } from '@jobboard/contracts/error'
import { MAX_NOTE_LENGTH } from '@jobboard/contracts/limits'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { html } from '../../html/html.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { texts } from './application-texts.ts'
import { showApplication } from './show-application.ts'

const { notes: says } = texts

/** `POST /applications/:applicationId/notes`. */
export async function writeNote(visit: Visit): Promise<Outcome> {
  const { form: sent, operation } = visit
  const id = visit.params.applicationId!
  const level = text(sent, 'level') === 'candidate' ? 'candidate' : 'application'
  const body = { text: text(sent, 'text'), level } as const
  try {
    await visit.ask(createNote, { params: { id }, body }, { operation })
    return redirect(applicationOf(visit), says.written)
  } catch (error) {
    return showApplication(visit, {
      part: 'note',
      entered: { values: sent, errors: errorsOf(error) },
      status: 422,
    })
  }
}

/** `GET /applications/:applicationId/notes/:noteId`: an own note, to edit. */
export async function showNote(visit: Visit, entered?: Entered): Promise<Outcome> {
  const { noteId } = visit.params
  const note = await visit.ask(getNote, { params: { noteId: noteId! } })
  if (note.authorUserId !== visit.person.id) throw notFound()
  const path = `${applicationOf(visit)}/notes/${note.id}`
  const { csrf } = visit
  const shown = entered ?? { values: { text: note.text }, errors: {} }
  const body = html`<div class="jb-stack">
    ${pageHead({
      title: says.editTitle,
      actions: linkButton({ href: applicationOf(visit), label: texts.scorecards.back, icon: 'previous' }),
    })}
    ${errorSummary(shown, { text: says.editText })}
    ${panel({
      title: says.editText,
      body: form({
        action: path,
        csrf,
        operation: newOperation(),
        submit: { label: says.save },
        body: field(shown, {
          type: 'textarea',
          name: 'text',
          label: says.editText,
          hint: says.textHint,
          maxLength: MAX_NOTE_LENGTH,
          rows: 8,
        }),
      }),
    })}
    ${panel({
      title: says.remove,
      body: form({
        action: `${path}/delete`,
        csrf,
        operation: newOperation(),
        submit: { label: says.remove, tone: 'danger', icon: 'trash' },
        confirm: { question: says.removeQuestion },
      }),
    })}
  </div>`
  return view({ title: titleOf(says.editTitle, shown), body, ...(entered && { status: 422 }) })
}

/** `POST /applications/:applicationId/notes/:noteId`. */
export async function saveNote(visit: Visit): Promise<Outcome> {
  const body = { text: text(visit.form, 'text') }
  try {
    await visit.ask(
      updateNote,
      { params: { noteId: visit.params.noteId! }, body },
      { operation: visit.operation },
    )
    return redirect(applicationOf(visit), says.saved)
  } catch (error) {
    return showNote(visit, { values: visit.form, errors: errorsOf(error) })
  }
}

/** `POST /applications/:applicationId/notes/:noteId/delete`. */
export async function dropNote(visit: Visit): Promise<Outcome> {
  if (text(visit.form, 'confirmed') !== 'yes')
    return showNote(visit, { values: {}, errors: { '': says.removeQuestion } })
  await visit.ask(deleteNote, { params: { noteId: visit.params.noteId! } }, { operation: visit.operation })
  return redirect(applicationOf(visit), says.removed)
}

function applicationOf({ params }: Visit): string {
  return `/applications/${encodeURIComponent(params.applicationId!)}`
}
