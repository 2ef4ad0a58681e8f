import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_REJECTION_REASONS, MAX_REJECTION_TEXT_LENGTH } from '../limits.ts'
import { line, text } from '../text.ts'
import { pipelineAccess } from './access.ts'

export const reasonCode = line(50)
  .regex(/^[A-Za-z0-9_-]+$/, 'must consist of letters a to z, digits, - and _')
  .min(1, 'must not be empty')

/** One of the reasons that an employer rejects applications for. */
const rejectionReason = z
  .object({
    code: reasonCode.describe(
      'Name of the reason in requests, events and metrics; letters a to z, digits, - and _.',
    ),
    label: line().min(1, 'must not be empty').describe('The reason in words, as your users read it.'),
  })
  .describe('A reason to reject an application.')
export type RejectionReason = z.output<typeof rejectionReason>

/** The reasons of an employer, in their order. */
export const rejectionReasonList = z
  .array(rejectionReason)
  .max(MAX_REJECTION_REASONS, `must have at most ${MAX_REJECTION_REASONS} reasons`)
  .refine((reasons) => new Set(reasons.map((reason) => reason.code)).size === reasons.length, {
    error: 'must not repeat a code',
  })
  .meta({
    description: 'Your reasons to reject an application, in your order; empty until you have stored some.',
    example: [
      { code: 'no-licence', label: 'A licence is missing' },
      { code: 'position-filled', label: 'The position is filled' },
    ],
  })

/** The reason that is sent with a move to Rejected. */
export const givenReason = z
  .object({
    code: reasonCode.describe('One of your codes, as in `GET /api/v1/rejection-reasons`.'),
    text: text(MAX_REJECTION_TEXT_LENGTH)
      .nullish()
      .describe('More about it, for your users; candidates never see it. Absent, null or empty: none.'),
  })
  .describe('Why the application is rejected; goes with `status` Rejected only.')

/** The reason as it was stored; the code may have left the list since. */
export const storedReason = z
  .object({
    code: z.string().describe('Code of the reason. It may have left your list since.'),
    text: z.string().nullable().describe('What was written about it; null if nothing was, or once erased.'),
  })
  .describe('Why the application was rejected.')
export type StoredReason = z.output<typeof storedReason>

/** The reason in events: without its text, which may be about the person and could not be erased there. */
export const announcedReason = storedReason
  .pick({ code: true })
  .describe('Why the application was rejected: the code only, its text is in the application.')

export const listRejectionReasons = endpoint('GET /api/v1/rejection-reasons', {
  ...pipelineAccess,
  name: 'list-rejection-reasons',
  summary: 'List your reasons to reject an application',
  response: rejectionReasonList,
  hasEtag: true,
})

export const replaceRejectionReasons = endpoint('PUT /api/v1/rejection-reasons', {
  ...pipelineAccess,
  name: 'replace-rejection-reasons',
  summary: 'Replace your reasons to reject an application',
  description:
    'Send the whole list. A code that you leave out can no longer be given; applications, their history and the metrics keep it.',
  body: rejectionReasonList,
  response: rejectionReasonList,
  hasEtag: true,
})
