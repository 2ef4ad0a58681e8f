import { ApiError } from '@jobboard/contracts/error'

interface Authored {
  authorUserId: number
}

/** The note, when the user wrote it. Throws not_author (D-28). */
export function written<Note extends Authored>(note: Note, userId: number): Note {
  if (note.authorUserId === userId) return note
  throw new ApiError('not_author', 'Only the author may change or delete this note.')
}
