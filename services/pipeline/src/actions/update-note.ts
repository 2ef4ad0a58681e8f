import type { updateNote as endpoint } from '@jobboard/contracts/endpoints/notes'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { written } from '../domain/note.ts'
import { lockNote, saveNote } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** D-28, P-176. Throws not_found, not_author, precondition_failed, rate_limited (P-280), in this order. */
export const updateNote: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { employerId, userId, params, body, headers, now } = context
    const before = written(await lockNote(sql, employerId, params.noteId), userId)
    checkMatch(headers, toNote(before))
    const note = { ...before, text: body.text, updatedAt: now > before.updatedAt ? now : before.updatedAt }
    await saveNote(sql, note)
    // Last: an author who may not write it, or a missing note, is refused first.
    await chargeBytes(sql, { kind: 'employer', id: employerId }, Buffer.byteLength(body.text), now)
    return { headers: { etag: etagOf(toNote(note)) } }
  })
