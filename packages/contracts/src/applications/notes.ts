import { z } from 'zod'
import { isBlank } from '../characters.ts'
import { endpoint } from '../endpoint.ts'
import { MAX_NOTE_LENGTH, MAX_NOTES_EVER_PER_CANDIDATE, MAX_NOTES_PER_CANDIDATE } from '../limits.ts'
import { idOf, pathIdOf, text, wireTimestamp } from '../text.ts'
import { pipelineAccess } from './access.ts'

/** What a note is about: one application, or its candidate within the employer (D-28). */
const noteLevels = ['application', 'candidate'] as const
export const noteLevel = z.enum(noteLevels).meta({
  id: 'NoteLevel',
  description:
    'What the note is about. application: this application. candidate: the candidate, so it shows on each of their applications to the employer.',
})
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
  .meta({
    id: 'NoteDraft',
    description: 'A new note.',
    example: { text: 'Asked for a Tuesday.', level: 'application' },
  })

/** Body of `PUT /notes/{noteId}` (D-28). */
export const noteUpdate = z.object({ text: noteText }).meta({
  id: 'NoteUpdate',
  description: 'The new text of a note.',
  example: { text: 'Asked for a Wednesday.' },
})

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
  .meta({
    id: 'Note',
    description: 'A note of the employer about an application or a candidate. Candidates never see it.',
    example: {
      id: 5,
      applicationId: 31,
      text: 'Asked for a Tuesday.',
      level: 'application',
      authorUserId: 3,
      createdAt: '2026-03-01T11:00:00.000Z',
      updatedAt: '2026-03-01T11:00:00.000Z',
    },
  })

const params = z.object({ id: pathIdOf('application') })
const noteParams = z.object({ noteId: pathIdOf('note') })
const notAuthor = {
  when: 'Another user wrote the note.',
}

export const listNotes = endpoint('GET /api/v1/applications/{id}/notes', {
  ...pipelineAccess,
  name: 'list-notes',
  summary: 'List the notes about an application and its candidate, newest first',
  params,
  response: z.array(note).describe('The notes, newest first, without deleted ones.'),
  hasEtag: true,
})

export const getNote = endpoint('GET /api/v1/notes/{noteId}', {
  ...pipelineAccess,
  name: 'get-note',
  summary: 'Read one note',
  params: noteParams,
  response: note,
  hasEtag: true,
})

export const createNote = endpoint('POST /api/v1/applications/{id}/notes', {
  ...pipelineAccess,
  name: 'create-note',
  summary: 'Write a note about an application or its candidate',
  description: 'The author is the user of the key.',
  params,
  body: noteDraft,
  status: 201,
  response: note,
  refusals: {
    invalid_state: {
      when: `You have ${MAX_NOTES_PER_CANDIDATE} notes about the candidate and their applications already; or ${MAX_NOTES_EVER_PER_CANDIDATE} with deleted ones.`,
      message: `The candidate has ${MAX_NOTES_PER_CANDIDATE} notes of yours, the limit, or ${MAX_NOTES_EVER_PER_CANDIDATE} with the deleted ones; delete some of them first, or change one.`,
    },
  },
  recordsAuthor: true,
})

export const updateNote = endpoint('PUT /api/v1/notes/{noteId}', {
  ...pipelineAccess,
  name: 'update-note',
  summary: 'Change the text of a note that you wrote',
  params: noteParams,
  body: noteUpdate,
  status: 204,
  refusals: { not_author: notAuthor },
  recordsAuthor: true,
  hasEtag: true,
})

export const deleteNote = endpoint('DELETE /api/v1/notes/{noteId}', {
  ...pipelineAccess,
  name: 'delete-note',
  summary: 'Delete a note that you wrote',
  params: noteParams,
  status: 204,
  refusals: { not_author: notAuthor },
  recordsAuthor: true,
})
