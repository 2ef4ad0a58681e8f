import { createNote, deleteNote, getNote, updateNote } from '@jobboard/contracts/applications/notes'
import { notFound } from '@jobboard/contracts/error'
import { MAX_NOTE_LENGTH } from '@jobboard/contracts/limits'
import { type Outcome, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { type Command, command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { readers } from './card.ts'
import { addressOf, placeOf, sentPlace } from './place.ts'

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
    submit: { label: 'Write note', icon: 'note' },
    again: show,
    done: (visit) => redirect(addressOf(visit), 'The note is written.'),
  })
}

async function showNote(visit: Visit): Promise<Outcome> {
  const note = await visit.ask(getNote)
  if (note.authorUserId !== visit.person.id) throw notFound()
  const hidden = sentPlace(placeOf(visit))
  return screen(visit, {
    title: 'Edit a note',
    back: { href: addressOf(visit), label: 'Back to the application' },
    body: [
      save.panel(visit, 'Note', { values: { text: note.text }, hidden }),
      remove.panel(visit, 'Delete', { hidden }),
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

export const notePages: Page[] = [
  { method: 'GET', path: notePath, roles: readers, handle: showNote },
  save.page,
  remove.page,
]
