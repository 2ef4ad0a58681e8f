import type { createNote } from '@jobboard/contracts/applications/notes'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Note } from '../domain/note.ts'

/** A note as recruiters see it (D-28). */
export function toNote({ createdAt, updatedAt, ...note }: Note): ResponseBody<typeof createNote> {
  return {
    ...note,
    level: note.applicationId === null ? 'candidate' : 'application',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
