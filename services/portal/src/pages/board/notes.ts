import { createNote, deleteNote, getNote, updateNote } from '@jobboard/contracts/applications/notes'
import { notFound } from '@jobboard/contracts/error'
import { MAX_NOTE_LENGTH } from '@jobboard/contracts/limits'
import { badge, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { number, when } from '@jobboard/html/values'
import { type Outcome, type Page, redirect, type View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { type Command, command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { screen } from '../../kit/screen.ts'
import { readers } from './card.ts'
import { authorOf, type Dossier } from './reading.ts'

/** Notes and scorecards that the page of an application shows; all of them with `?all=yes`. */
const SHOWN = 20
const path = '/applications/:applicationId/notes'
const notePath = `${path}/:noteId`
const noteText = {
  type: 'textarea',
  label: 'Note',
  hint: 'Candidates never see notes.',
  maxLength: MAX_NOTE_LENGTH,
} as const

/** Of the page of an application, which `show` shows again. */
export function newNoteCommand(show: (visit: Visit) => Promise<View>): Command {
  return command({
    path,
    roles: readers,
    form: 'note',
    call: createNote,
    fields: fields(createNote.body, {
      text: { ...noteText, rows: 3 },
      level: {
        type: 'select',
        label: 'About',
        options: [
          { value: 'application', label: 'This application' },
          { value: 'candidate', label: 'The candidate, on all of their applications to you' },
        ],
      },
    }),
    example: { text: '…' },
    submit: { label: 'Write note', tone: 'secondary', icon: 'note' },
    again: show,
    done: (visit) => redirect(addressOf(visit), 'The note is written.'),
  })
}

export async function notesPart(visit: Visit, dossier: Dossier): Promise<Html> {
  const { application, notes, masked, long } = dossier
  const { shown, link } = firstOf(visit, application.id, notes)
  const items: Html[] = []
  for (const { id, text, level, authorUserId, createdAt, updatedAt } of shown) {
    const isOwn = authorUserId === visit.person.id
    items.push(html`<li>
      <div class="jb-entry-head d-flex gap-3 align-items-baseline justify-content-between">
        <span><strong>${authorOf(visit, dossier, authorUserId)}</strong> <span class="text-body-secondary">${when(createdAt, visit.zone)}${updatedAt !== createdAt && ' · edited'}</span></span>
        ${isOwn && html`<a href=${`/applications/${application.id}/notes/${id}`}>Edit</a>`}
      </div>
      ${level === 'candidate' && html`<p>${badge({ text: 'About the candidate' })}</p>`}
      ${await long.colleagues.show(`note-${id}`, text, isOwn ? undefined : masked)}
    </li>`)
  }
  const none = html`<p class="text-body-secondary">Nobody has written a note yet.</p>`
  return panel({
    title: 'Notes',
    body: [
      items.length === 0 ? none : html`<ul class="jb-entries list-unstyled vstack gap-3">${items}</ul>`,
      link,
    ],
  })
}

/** What of the notes or scorecards is shown, and the link to all of them. */
export function firstOf<T>({ query }: Visit, id: number, all: readonly T[]) {
  if (query.all === 'yes' || all.length <= SHOWN) return { shown: all, link: null }
  const link = html`<p><a href=${`/applications/${id}?all=yes`}>Show all ${number(all.length)}</a></p>`
  return { shown: all.slice(0, SHOWN), link }
}

/** An own note, to edit. */
async function showNote(visit: Visit): Promise<Outcome> {
  const note = await visit.ask(getNote)
  if (note.authorUserId !== visit.person.id) throw notFound()
  return screen(visit, {
    title: 'Edit a note',
    back: { href: addressOf(visit), label: 'Back to the application' },
    body: [
      panel({ title: 'Note', body: save.form(visit, { values: { text: note.text } }) }),
      panel({ title: 'Delete', body: remove.form(visit) }),
    ],
  })
}

const ofNote = { roles: readers, form: 'note' } as const

const save = command({
  ...ofNote,
  path: notePath,
  call: updateNote,
  fields: fields(updateNote.body, { text: { ...noteText, rows: 8 } }),
  submit: { label: 'Save' },
  again: showNote,
  done: (visit) => redirect(addressOf(visit), 'The note is saved.'),
})

const remove = command({
  ...ofNote,
  path: `${notePath}/delete`,
  call: deleteNote,
  submit: { label: 'Delete', tone: 'danger', icon: 'trash' },
  confirm: { question: 'Delete this note? Nobody can read it afterwards.', tick: 'I understand' },
  refusals: {
    not_author(error) {
      throw error
    },
  },
  again: showNote,
  done: (visit) => redirect(addressOf(visit), 'The note is deleted.'),
})

function addressOf({ params }: Visit): string {
  return `/applications/${encodeURIComponent(params.applicationId!)}`
}

export const notePages: Page[] = [
  { method: 'GET', path: notePath, roles: readers, handle: showNote },
  save.page,
  remove.page,
]
