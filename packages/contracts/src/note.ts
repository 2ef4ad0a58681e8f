import { z } from 'zod'
import { MAX_NOTE_LENGTH } from './limits.ts'
import { id, text, wireTimestamp } from './text.ts'

/** What a note is about: one application, or its candidate within the employer (D-28). */
const noteLevels = ['application', 'candidate'] as const
const noteText = text(MAX_NOTE_LENGTH).min(1, 'must not be empty')

/** Body of the creation of a note (D-28). */
export const noteDraft = z.object({
  text: noteText,
  level: z
    .enum(noteLevels)
    .nullish()
    .transform((level) => level ?? 'application'),
})

/** Body of `PUT /notes/{noteId}` (D-28). */
export const noteUpdate = z.object({ text: noteText })

/** A recruiter's note (D-28). `applicationId` is null for a note about the candidate. */
export const note = z.object({
  id: id(),
  applicationId: id().nullable(),
  text: z.string(),
  level: z.enum(noteLevels),
  authorUserId: id(),
  createdAt: wireTimestamp(),
  updatedAt: wireTimestamp(),
})
