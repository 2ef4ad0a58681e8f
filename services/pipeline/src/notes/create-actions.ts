import type * as endpoints from '@jobboard/contracts/applications/notes'
import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_NOTES_EVER_PER_CANDIDATE, MAX_NOTES_PER_CANDIDATE } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { chargeBytes, checkBytesLeft } from '@jobboard/events/publisher/byte-budget'
import { lockCandidate } from '../applications/store.ts'
import type { Note } from './note.ts'
import { fitsNote, insertNote } from './store.ts'

/** Writes a note of this user on an application (D-28). */
export async function createNote(
  sql: Tx,
  { employerId, userId }: { employerId: number; userId: number },
  applicationId: number,
  { text, level }: Input<typeof endpoints.createNote>['body'],
  now: Date,
): Promise<Note> {
  const candidateId = await lockCandidate(sql, employerId, applicationId)
  const note = await insertNote(sql, {
    employerId,
    candidateId,
    applicationId: level === 'candidate' ? null : applicationId,
    text,
    authorUserId: userId,
    createdAt: now,
  })
  if (!note) throw tooManyNotes()
  // Last: an author who may not write it, or a missing note, is refused first.
  await chargeBytes(sql, { kind: 'employer', id: employerId }, Buffer.byteLength(text), now)
  return note
}

/** Throws what `createNote` would throw; stores nothing and takes no id. */
export async function tryNote(
  sql: Tx,
  { employerId }: { employerId: number },
  applicationId: number,
  { text }: { text: string },
  now: Date,
): Promise<void> {
  const candidateId = await lockCandidate(sql, employerId, applicationId)
  if (!(await fitsNote(sql, { employerId, candidateId }))) throw tooManyNotes()
  await checkBytesLeft(sql, { kind: 'employer', id: employerId }, Buffer.byteLength(text), now)
}

function tooManyNotes(): ApiError {
  return new ApiError(
    'invalid_state',
    `The candidate has ${MAX_NOTES_PER_CANDIDATE} notes of yours, the limit, or ${MAX_NOTES_EVER_PER_CANDIDATE} with the deleted ones; delete some of them first, or change one.`,
  )
}
