import { z } from 'zod'
import { isBlank } from '../characters.ts'
import { dryRunExample } from '../credits/credit.ts'
import { endpoint } from '../endpoint.ts'
import { BULK_ITEMS_PER_REQUEST, MAX_BULK_ITEMS, MAX_BULK_TAGS, MAX_NOTE_LENGTH } from '../limits.ts'
import { id, text } from '../text.ts'
import { pipelineAccess } from './access.ts'
import { applicationStatus } from './application.ts'
import { givenReason } from './rejection-reasons.ts'
import { bulkItem, bulkItemsExample } from './shown.ts'
import { tagLabel } from './tags.ts'

const labels = (description: string) =>
  z
    .array(tagLabel)
    .max(MAX_BULK_TAGS, `must have at most ${MAX_BULK_TAGS} tags`)
    .nullish()
    .transform((tags) => [...new Set(tags)])
    .describe(description)

const isNote = (note: string | null | undefined) => note != null && !isBlank(note)

/** What is changed in each of some applications (D-70). */
const bulkChange = z
  .object({
    ids: z
      .array(id())
      .min(1, 'must not be empty')
      .max(MAX_BULK_ITEMS, `must have at most ${MAX_BULK_ITEMS} ids`)
      .refine((ids) => new Set(ids).size === ids.length, 'must not have an id twice')
      .describe(
        `Ids of the applications, each once, at most ${MAX_BULK_ITEMS}; they are changed in this order.`,
      ),
    status: applicationStatus.nullish().describe('The status to move to. Absent or null: not moved.'),
    note: text(MAX_NOTE_LENGTH)
      .nullish()
      .describe(
        'With `status` a note for the history, as in `POST /api/v1/applications/{id}/status`; without it a note on each application, which requires a key with a user.',
      ),
    rejectionReason: givenReason
      .nullish()
      .describe('Why the applications are rejected; goes with `status` Rejected only.'),
    expectedStatus: applicationStatus
      .nullish()
      .describe(
        'With `status`: an application with neither this status nor already `status` is refused with `precondition_failed`, such as one that somebody moved meanwhile.',
      ),
    addTags: labels(`Labels of tags for the candidates, at most ${MAX_BULK_TAGS}.`),
    removeTags: labels(
      `Labels of tags to remove from the candidates, at most ${MAX_BULK_TAGS}; a candidate without the tag is no refusal.`,
    ),
  })
  .refine(({ status, rejectionReason }) => !rejectionReason || status === 'Rejected', {
    path: ['rejectionReason'],
    error: 'goes with the status Rejected only',
  })
  .refine(({ status, expectedStatus }) => !expectedStatus || status != null, {
    path: ['expectedStatus'],
    error: 'goes with status only',
  })
  .refine(({ addTags, removeTags }) => !addTags.some((label) => removeTags.includes(label)), {
    path: ['removeTags'],
    error: 'must not have a label of addTags',
  })
  .refine(
    ({ status, note, addTags, removeTags }) =>
      status != null || isNote(note) || addTags.length + removeTags.length > 0,
    {
      path: ['status'],
      error: 'must be given, or note, addTags or removeTags: the bulk would change nothing',
    },
  )
  .meta({
    id: 'BulkChange',
    description: 'The applications, and what is changed in each.',
    example: {
      ids: [31, 32],
      status: 'Rejected',
      note: 'Closed on Friday.',
      rejectionReason: { code: 'position-filled' },
      addTags: ['talent pool'],
    },
  })
export type BulkChange = z.output<typeof bulkChange>

export const changeApplications = endpoint('POST /api/v1/applications/bulk', {
  ...pipelineAccess,
  name: 'change-applications',
  summary: 'Move, tag or note up to 100 applications',
  description: `Does to each application, in the order of \`ids\`, what the single calls do, in a transaction of its own with its own entry in the history and its own event; nothing of one depends on another, and webhooks get the events in this order. Within one application all or nothing is done. 200 also when applications are refused: each item says so with the \`code\` of the single call, such as \`not_found\` for the application of another employer. With an \`Idempotency-Key\` a bulk that broke off is finished by its repetition, and what was done is not done again. Counts in the rate limit as one request and one more for each ${BULK_ITEMS_PER_REQUEST} ids begun; if that many are not left, it is refused as a whole before anything is done.`,
  body: bulkChange,
  countedItems: 'ids',
  response: z
    .object({ items: z.array(bulkItem).describe('One for each id of the request, in its order.') })
    .meta({
      id: 'BulkResult',
      description: 'What became of each application.',
      example: { items: bulkItemsExample },
    }),
  refusals: {
    invalid_request: {
      when: 'A field is invalid, `ids` has an id twice or more than 100 ids, or nothing is to be changed.',
      message: 'ids: must not have an id twice.',
    },
  },
  hasDryRun: true,
  example: { dryRun: { ...dryRunExample, items: bulkItemsExample } },
})
