import * as endpoints from '@jobboard/contracts/applications/notes'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { createNote, deleteNote, updateNote } from '../actions/notes.ts'
import { getCandidateId } from '../store/application.ts'
import { getNote, listNotes } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** Notes on an application; only their author changes them (Spec §4.2, D-28). */
export const noteRoutes: Route[] = [
  route(endpoints.listNotes, async ({ sql, employerId, params: { id }, headers }) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    return withEtag(headers, (await listNotes(sql, employerId, { id, candidateId })).map(toNote))
  }),
  route(endpoints.getNote, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toNote(await getNote(sql, employerId, params.noteId))),
  ),
  route(endpoints.createNote, createNote),
  route(endpoints.updateNote, updateNote),
  route(endpoints.deleteNote, deleteNote),
]
