import type * as endpoints from '@jobboard/contracts/applications/notes'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { failpoint } from '@jobboard/process/failpoint'
import { checkMatch, etagOf } from '@jobboard/service/http/etag'
import type { Action } from '@jobboard/service/http/route'
import { full } from '../domain/full.ts'
import { written } from '../domain/note.ts'
import { lockCandidate } from '../store/candidate-lock.ts'
import { insertNote, lockNote, deleteNote as markDeleted, saveNote } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** D-28. Throws not_found, and invalid_state at the limits of notes, and rate_limited when the
 * daily budget is used up. */
export const createNote: Action<typeof endpoints.createNote> = async (context) => {
  const { commit, employerId, userId, params, body, now } = context
  const reply = await commit(async (sql) => {
    const candidateId = await lockCandidate(sql, employerId, params.id)
    const note = await insertNote(sql, {
      employerId,
      candidateId,
      applicationId: body.level === 'candidate' ? null : params.id,
      text: body.text,
      authorUserId: userId,
      createdAt: now,
    })
    if (!note) throw full('notes')
    // Last: an author who may not write it, or a missing note, is refused first.
    await chargeBytes(sql, { kind: 'employer', id: employerId }, Buffer.byteLength(body.text), now)
    failpoint('note-after-insert')
    return { body: toNote(note) }
  })
  failpoint('note-after-commit')
  return reply
}

/** D-28. Throws not_found, not_author, precondition_failed, rate_limited, in this order. */
export const updateNote: Action<typeof endpoints.updateNote> = (context) =>
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

/** D-28. Throws not_found, then not_author. */
export const deleteNote: Action<typeof endpoints.deleteNote> = ({
  commit,
  employerId,
  userId,
  params,
  now,
}) =>
  commit(async (sql) => {
    const note = written(await lockNote(sql, employerId, params.noteId), userId)
    await markDeleted(sql, note.id, now)
    return {}
  })
