import { z } from 'zod'
import { isBlank } from './characters.ts'
import { idOf } from './ids.ts'
import { MAX_NOTE_LENGTH } from './limits.ts'
import { text, wireTimestamp } from './text.ts'

/** What a note is about: one application, or its candidate within the employer (D-28). */
const noteLevels = ['application', 'candidate'] as const
export const noteLevel = z
  .enum(noteLevels)
  .describe(
    'What the note is about. application: this application. candidate: the candidate, so it shows on each of their applications to the employer.',
  )
const noteText = text(MAX_NOTE_LENGTH)
  .min(1, 'must not be empty')
  .refine((note) => note === '' || !isBlank(note), 'must not be empty')
  .describe('Text of the note; line breaks are kept.')

/** Body of the creation of a note (D-28). */
export const noteDraft = z
  .object({
    text: noteText,
    level: noteLevel
      .nullish()
      .transform((level) => level ?? 'application')
      .describe('What the note is about; application when it is absent or null.'),
  })
  .describe('A new note.')

/** Body of `PUT /notes/{noteId}` (D-28). */
export const noteUpdate = z.object({ text: noteText }).describe('The new text of a note.')

/** A recruiter's note (D-28). `applicationId` is null for a note about the candidate. */
export const note = z
  .object({
    id: idOf('note'),
    applicationId: idOf('application')
      .nullable()
      .describe('Id of the application that the note is about; null for a note about the candidate.'),
    text: z.string().describe('Text of the note.'),
    level: noteLevel,
    authorUserId: idOf('user').describe(
      'Id of the user who wrote the note; only this user may change or delete it.',
    ),
    createdAt: wireTimestamp().describe('When the note was written.'),
    updatedAt: wireTimestamp().describe('When its text last changed.'),
  })
  .describe('A note of the employer about an application or a candidate. Candidates never see it.')
