import { deleteNote, getNote, updateNote } from '@jobboard/contracts/applications/notes'
import { removeTag } from '@jobboard/contracts/applications/tags'
import { notFound } from '@jobboard/contracts/error'
import { panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { icon } from '@jobboard/html/icon'
import { text } from '../../http/form.ts'
import { get, type Outcome, type Page, redirect, screen, type Visit } from '../../http/page.ts'
import { newOperation } from '../../http/visit.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { orNone } from '../../peers/ask.ts'
import { movers, readers } from './card.ts'
import { addressOf, placeOf, sentPlace } from './place.ts'
import type { Dossier } from './reading.ts'

const notePath = '/applications/:applicationId/notes/:noteId'
export const noteText = { label: 'Note', hint: 'Candidates never see notes.' }

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

const ofNote = { roles: readers, size: 'note' } as const

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

export const notePages: Page[] = [get(notePath, readers, showNote), save, remove]

/** The tags of the candidate, each with a button that removes it. */
export function tagsPart(visit: Visit, { application: { id, tags } }: Dossier): Html {
  const mayTag = movers.includes(visit.person.role)
  return panel({
    title: 'Tags',
    body:
      tags.length === 0
        ? html`<p class="text-body-secondary">No tags yet.</p>`
        : html`<ul class="jb-chips list-unstyled hstack flex-wrap gap-1">
            ${tags.map((label) => html`<li class="badge rounded-pill bg-body-secondary text-body"><span dir="auto">${label}</span>${mayTag && removeForm(visit, id, label)}</li>`)}
          </ul>`,
  })
}

function removeForm(visit: Visit, id: number, label: string): Html {
  const name = `Remove the tag ${label}`
  const sent = { ...sentPlace(placeOf(visit)), csrf: visit.csrf, operation: newOperation(), label }
  return html`<form method="post" action=${`/applications/${id}/tags/remove`} data-once="">
    ${Object.entries(sent).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <button class="jb-chip-remove p-0 border-0 rounded-circle text-body-secondary" aria-label=${name} title=${name}>${icon('cross')}</button>
  </form>`
}

/** `POST /applications/:applicationId/tags/remove`; one that is removed already is removed. */
async function dropTag(visit: Visit): Promise<Outcome> {
  const label = text(visit.form, 'label')
  await orNone(visit.ask(removeTag, { params: { label } }, { operation: visit.operation }), 'not_found')
  return redirect(addressOf(visit), `Tag removed: ${label}`)
}

export const removeTagPage: Page = {
  method: 'POST',
  path: '/applications/:applicationId/tags/remove',
  size: 'note',
  roles: movers,
  handle: dropTag,
}
