import type { createNote as endpoint } from '@jobboard/contracts/endpoints/notes'
import type { Action } from '@jobboard/service/http/route'
import { getCandidateId } from '../store/application.ts'
import { insertNote } from '../store/note.ts'
import { toNote } from '../wire/note.ts'

/** D-28. Throws not_found. */
export const createNote: Action<typeof endpoint> = ({ commit, employerId, userId, params, body, now }) =>
  commit(async (sql) => {
    const candidateId = await getCandidateId(sql, employerId, params.id)
    const note = await insertNote(sql, {
      employerId,
      candidateId,
      applicationId: body.level === 'candidate' ? null : params.id,
      text: body.text,
      authorUserId: userId,
      createdAt: now,
    })
    return { body: toNote(note) }
  })
