import type { updateNote as endpoint } from '@jobboard/contracts/endpoints/notes'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { written } from '../domain/note.ts'
import { lockNote, saveNote } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** D-28, P-176. Throws not_found, not_author, precondition_failed, in this order. */
export const updateNote: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { employerId, userId, params, body, headers, now } = context
    const before = written(await lockNote(sql, employerId, params.noteId), userId)
    checkMatch(headers, toNote(before))
    const note = { ...before, text: body.text, updatedAt: now > before.updatedAt ? now : before.updatedAt }
    await saveNote(sql, note)
    return { headers: { etag: etagOf(toNote(note)) } }
  })
