import { z } from 'zod'
import { MAX_FILTER_TAGS, MAX_INCLUDED_SCORECARDS, MAX_LINE_LENGTH, MAX_TAG_LENGTH } from '../limits.ts'
import { CURSOR, namesOf, pageQuery } from '../page.ts'
import { inOrder, line, pathIdOf, timestamp } from '../text.ts'
import { applicationStatus } from './application.ts'
import { reasonCode } from './rejection-reasons.ts'
import { tagLabel } from './tags.ts'

/** What a list of applications can be sorted by. */
export const applicationSorts = [
  '-appliedAt',
  'appliedAt',
  '-updatedAt',
  'updatedAt',
  '-score',
  'score',
  'name',
  '-name',
] as const
const applicationSort = z.enum(applicationSorts).meta({
  id: 'ApplicationSort',
  description:
    'Order of the list. `-` is newest, highest or last first. An application that has no score yet comes after all others by `-score`, before them by `score`. Names are compared without case and accents, by the first name.',
})

/** What a list can return with each application. */
export const applicationInclude = namesOf(['tags', 'scorecards', 'assessment', 'address', 'counts'])
  .optional()
  .describe(
    `What to return in \`included\` of each application: \`tags\`, \`scorecards\`, \`assessment\`, \`address\` and \`counts\`, separated by commas. Of scorecards one response has at most ${MAX_INCLUDED_SCORECARDS}.`,
  )

/** True or false in a query, or neither. */
const choice = () =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ type: 'boolean' })

const time = (description: string) =>
  timestamp().optional().meta({ type: 'string', format: 'date-time', description })

const minScore = z
  .string()
  .regex(/^(?:100|[1-9]?[0-9])$/, 'must be a whole number from 0 to 100')
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 0, maximum: 100 })
  .describe('Only applications with at least this score of the AI assessment.')

const tags = z.array(tagLabel).max(MAX_FILTER_TAGS, `must be given at most ${MAX_FILTER_TAGS} times`)
const labels = z
  .union([z.string(), z.array(z.string())])
  .transform((sent, context) => {
    const parsed = tags.safeParse([sent].flat())
    if (parsed.success) return parsed.data
    // Of the parameter, not of an item: a client sees one name several times.
    for (const { message } of parsed.error.issues)
      context.issues.push({ code: 'custom', message, input: sent })
    return z.NEVER
  })
  .optional()
  .meta({
    // A single one is an array in the documents.
    anyOf: undefined,
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_TAG_LENGTH },
    maxItems: MAX_FILTER_TAGS,
    description: `Only applications whose candidate has this tag of yours. Repeat it, up to ${MAX_FILTER_TAGS} times: the candidate has all of them.`,
  })

/** What a list of applications is filtered and sorted by (Spec §4.2). */
export const listQuery = {
  ...pageQuery,
  q: line()
    .min(1, 'must not be empty')
    .optional()
    .meta({ type: 'string', minLength: 1, maxLength: MAX_LINE_LENGTH })
    .describe(
      'Words to find: each must begin a word of the name, the e-mail address or the headline, or the phone number, of which digits are compared. Case and accents make no difference. An erased candidate is not found.',
    ),
  status: applicationStatus.optional().describe('Only applications with this status.'),
  sort: applicationSort
    .optional()
    .describe('Order of the list. Default: `-appliedAt`, and `-updatedAt` with `updatedSince`.'),
  minScore,
  tag: labels,
  rejectionReason: reasonCode
    .optional()
    .describe(
      'Only applications that are Rejected for the reason with this code, also one that left your list.',
    ),
  isAiAssisted: choice().describe('Only applications with this `isAiAssisted`.'),
  hasScorecard: choice().describe('Only applications with at least one scorecard, or without any.'),
  reviewedBy: pathIdOf('user').optional().describe('Only applications of which this user wrote a scorecard.'),
  appliedSince: time('Only applications that were submitted at or after this time.'),
  appliedUntil: time('Only applications that were submitted before this time.'),
  updatedSince: time(
    'Only applications whose status changed, that arrived, or whose candidate was erased, at or after this time.',
  ),
  cursor: z
    .string()
    .optional()
    .describe(
      `${CURSOR} It belongs to its \`sort\`, goes with \`page\` 1 only, and costs the same however many came before.`,
    ),
  include: applicationInclude,
}

type Times = { appliedSince?: Date | undefined; appliedUntil?: Date | undefined }
type Refinement = [check: (query: Times) => boolean, options: { path: string[]; error: string }]

/** For `refine`: the times of applying are in order (D-71). */
export const appliedInOrder: Refinement = [
  inOrder('appliedSince', 'appliedUntil'),
  { path: ['appliedUntil'], error: 'must not be before appliedSince' },
]
