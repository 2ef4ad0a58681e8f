import type { updateNote as endpoint } from '@jobboard/contracts/endpoints/notes'
import type { Action } from '@jobboard/service/http/route'
import { written } from '../domain/note.ts'
import { lockNote, saveNote } from '../store/note.ts'

/** D-28. Throws not_found, then not_author. */
export const updateNote: Action<typeof endpoint> = ({ commit, employerId, userId, params, body, now }) =>
  commit(async (sql) => {
    const note = written(await lockNote(sql, employerId, params.noteId), userId)
    await saveNote(sql, { ...note, text: body.text, updatedAt: now > note.updatedAt ? now : note.updatedAt })
    return {}
  })
