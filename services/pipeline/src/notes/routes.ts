import * as endpoints from '@jobboard/contracts/applications/notes'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { failpoint } from '@jobboard/process/failpoint'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidateId } from '../applications/store.ts'
import { createNote as create } from './create-actions.ts'
import { toNote, written } from './note.ts'
import { getNote, listNotes, lockNote, deleteNote as markDeleted, saveNote } from './store.ts'

const createNote = route(endpoints.createNote, async (context) => {
  const { commit, employerId, userId, params, body, now } = context
  const reply = await commit(async (sql) => {
    const note = await create(sql, { employerId, userId }, params.id, body, now)
    failpoint('note-after-insert')
    return { body: toNote(note) }
  })
  failpoint('note-after-commit')
  return reply
})

/** D-28. Throws not_found, not_author, precondition_failed, rate_limited, in this order. */
const updateNote = route(endpoints.updateNote, (context) =>
  context.commit(async (sql) => {
    const { employerId, userId, params, body, headers, now } = context
    const before = written(await lockNote(sql, employerId, params.noteId), userId)
    checkMatch(headers, toNote(before))
    const note = { ...before, text: body.text, updatedAt: now > before.updatedAt ? now : before.updatedAt }
    await saveNote(sql, note)
    // Last: an author who may not write it, or a missing note, is refused first.
    await chargeBytes(sql, { kind: 'employer', id: employerId }, Buffer.byteLength(body.text), now)
    return { headers: { etag: etagOf(toNote(note)) } }
  }),
)

const deleteNote = route(endpoints.deleteNote, ({ commit, employerId, userId, params, now }) =>
  commit(async (sql) => {
    const note = written(await lockNote(sql, employerId, params.noteId), userId)
    await markDeleted(sql, note.id, now)
    return {}
  }),
)

/** Notes on an application; only their author changes them (Spec §4.2, D-28). */
export const noteRoutes: Route[] = [
  route(endpoints.listNotes, async ({ sql, employerId, params: { id }, headers }) => {
    const candidateId = await getCandidateId(sql, employerId, id)
    return withEtag(headers, (await listNotes(sql, employerId, { id, candidateId })).map(toNote))
  }),
  route(endpoints.getNote, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toNote(await getNote(sql, employerId, params.noteId))),
  ),
  createNote,
  updateNote,
  deleteNote,
]
