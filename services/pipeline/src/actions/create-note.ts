import type { createNote as endpoint } from '@jobboard/contracts/endpoints/notes'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Action } from '@jobboard/service/http/route'
import { full } from '../domain/full.ts'
import { lockCandidate } from '../store/candidate-lock.ts'
import { insertNote } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** D-28. Throws not_found, and invalid_state at the limits of P-137 and P-285, and rate_limited when the
 * daily budget is used up (P-280). */
export const createNote: Action<typeof endpoint> = async (context) => {
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
