import type { createNote } from '@jobboard/contracts/applications/notes'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'

/** A note that is not deleted. */
export interface Note {
  id: number
  applicationId: number | null
  text: string
  authorUserId: number
  createdAt: Date
  updatedAt: Date
}

/** The note, when the user wrote it. Throws not_author (D-28). */
export function written(note: Note, userId: number): Note {
  if (note.authorUserId === userId) return note
  throw new ApiError('not_author', 'Only the author may change or delete this note.')
}

/** A note as recruiters see it (D-28). */
export function toNote({ createdAt, updatedAt, ...note }: Note): ResponseBody<typeof createNote> {
  return {
    ...note,
    level: note.applicationId === null ? 'candidate' : 'application',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
