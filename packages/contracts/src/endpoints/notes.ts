import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { note, noteDraft, noteUpdate } from '../note.ts'
import { pathId } from '../text.ts'
import { pipelineAccess } from './pipeline-access.ts'

const params = z.object({ id: pathId() })
const noteParams = z.object({ noteId: pathId() })

/** Spec §4.2, D-28 */
export const listNotes = endpoint({
  ...pipelineAccess,
  name: 'list-notes',
  method: 'GET',
  path: '/api/v1/applications/{id}/notes',
  summary: 'List the notes about an application and its candidate, newest first',
  params,
  status: 200,
  response: z.array(note),
  hasEtag: true,
})

/** Additive (P-176): the version of a note, for a PUT with `If-Match`. */
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

/** Spec §4.2, D-28, D-30 */
export const createNote = endpoint({
  ...pipelineAccess,
  name: 'create-note',
  method: 'POST',
  path: '/api/v1/applications/{id}/notes',
  summary: 'Write a note about an application or its candidate',
  params,
  body: noteDraft,
  status: 201,
  response: note,
  errors: ['invalid_state'],
  recordsAuthor: true,
})

/** Spec §4.2, D-28, D-30 */
export const updateNote = endpoint({
  ...pipelineAccess,
  name: 'update-note',
  method: 'PUT',
  path: '/api/v1/notes/{noteId}',
  summary: 'Change the text of a note that you wrote',
  params: noteParams,
  body: noteUpdate,
  status: 204,
  errors: ['not_author', 'precondition_failed'],
  recordsAuthor: true,
  hasEtag: true,
})

/** Spec §4.2, D-28, D-30 */
export const deleteNote = endpoint({
  ...pipelineAccess,
  name: 'delete-note',
  method: 'DELETE',
  path: '/api/v1/notes/{noteId}',
  summary: 'Delete a note that you wrote',
  params: noteParams,
  status: 204,
  errors: ['not_author'],
  recordsAuthor: true,
})
