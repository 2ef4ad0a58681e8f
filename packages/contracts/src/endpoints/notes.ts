import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pathIdOf } from '../ids.ts'
import { MAX_NOTES_EVER_PER_CANDIDATE, MAX_NOTES_PER_CANDIDATE } from '../limits.ts'
import { note, noteDraft, noteUpdate } from '../note.ts'
import { pipelineAccess } from './pipeline-access.ts'

const params = z.object({ id: pathIdOf('application') })
const noteParams = z.object({ noteId: pathIdOf('note') })
const notAuthor = {
  when: 'Another user wrote the note.',
  message: 'Only the author may change or delete this note.',
}

/** Those of the application and those at the level of its candidate (Spec §4.2, D-28). */
export const listNotes = endpoint({
  ...pipelineAccess,
  name: 'list-notes',
  method: 'GET',
  path: '/api/v1/applications/{id}/notes',
  summary: 'List the notes about an application and its candidate, newest first',
  params,
  status: 200,
  response: z.array(note).describe('The notes, newest first, without deleted ones.'),
  hasEtag: true,
})

/** Additive: the version of a note, for a PUT with `If-Match`. */
export const getNote = endpoint({
  ...pipelineAccess,
  name: 'get-note',
  method: 'GET',
  path: '/api/v1/notes/{noteId}',
  summary: 'Read one note',
  params: noteParams,
  status: 200,
  response: note,
  hasEtag: true,
})

/** The author is the user of the key: a key without a user is refused (Spec §4.2, D-28, D-30). */
export const createNote = endpoint({
  ...pipelineAccess,
  name: 'create-note',
  method: 'POST',
  path: '/api/v1/applications/{id}/notes',
  summary: 'Write a note about an application or its candidate',
  description: 'The author is the user of the key.',
  params,
  body: noteDraft,
  status: 201,
  response: note,
  refusals: {
    invalid_state: {
      when: `You have ${MAX_NOTES_PER_CANDIDATE} notes about the candidate and their applications already; or ${MAX_NOTES_EVER_PER_CANDIDATE} with deleted ones.`,
      message: `The candidate has ${MAX_NOTES_PER_CANDIDATE} notes of yours, the limit, or ${MAX_NOTES_EVER_PER_CANDIDATE} with the deleted ones; delete some of them first, or change one.`,
    },
  },
  recordsAuthor: true,
})

/** Only the author changes the text (Spec §4.2, D-28, D-30). */
export const updateNote = endpoint({
  ...pipelineAccess,
  name: 'update-note',
  method: 'PUT',
  path: '/api/v1/notes/{noteId}',
  summary: 'Change the text of a note that you wrote',
  params: noteParams,
  body: noteUpdate,
  status: 204,
  refusals: { not_author: notAuthor },
  recordsAuthor: true,
  errors: ['precondition_failed'],
  hasEtag: true,
})

/** Only the author deletes it; afterwards it is 404 (Spec §4.2, D-28, D-30). */
export const deleteNote = endpoint({
  ...pipelineAccess,
  name: 'delete-note',
  method: 'DELETE',
  path: '/api/v1/notes/{noteId}',
  summary: 'Delete a note that you wrote',
  params: noteParams,
  status: 204,
  refusals: { not_author: notAuthor },
  recordsAuthor: true,
})
