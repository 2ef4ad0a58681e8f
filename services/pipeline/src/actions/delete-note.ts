import type { deleteNote as endpoint } from '@jobboard/contracts/endpoints/notes'
import type { Action } from '@jobboard/service/http/route'
import { written } from '../domain/note.ts'
import { lockNote, deleteNote as markDeleted } from '../store/note.ts'

/** D-28. Throws not_found, then not_author. */
export const deleteNote: Action<typeof endpoint> = ({ commit, employerId, userId, params, now }) =>
  commit(async (sql) => {
    const note = written(await lockNote(sql, employerId, params.noteId), userId)
    await markDeleted(sql, note.id, now)
    return {}
  })
