import * as endpoints from '@jobboard/contracts/endpoints/notes'
import { type Route, route } from '@jobboard/service/http/route'
import { createNote } from '../actions/create-note.ts'
import { deleteNote } from '../actions/delete-note.ts'
import { updateNote } from '../actions/update-note.ts'
import { getCandidateId } from '../store/application.ts'
import { listNotes } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** Spec §4.2, D-28 */
export const noteRoutes: Route[] = [
  route(endpoints.listNotes, async ({ sql, employerId, params: { id } }) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    return { body: (await listNotes(sql, employerId, { id, candidateId })).map(toNote) }
  }),
  route(endpoints.createNote, createNote),
  route(endpoints.updateNote, updateNote),
  route(endpoints.deleteNote, deleteNote),
]
