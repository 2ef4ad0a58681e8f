import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_ENTRY_DEPTH } from '../limits.ts'
import { CURSOR, nextCursor, pageOf, pageQuery } from '../page.ts'
import { line, pathId, pathIdOf } from '../text.ts'
import { adminCreditEntry, creditBalances, creditEntry, creditKind } from './credit.ts'

const portal = { service: 'accounts', keys: ['recruiter'], limit: 'employer' } as const
const employerId = pathIdOf('employer')
const employerParams = z.object({ employerId })
const creditChange = z
  .object({
    kind: creditKind,
    amount: z.int().describe('Credits that were added; negative when they were taken back.'),
    balance: z.int().describe('Credits of this kind right after the change.'),
  })
  .meta({
    description: 'The change and the balance after it.',
    example: { kind: 'JobPosting', amount: 10, balance: 10 },
  })
const reason = line()
  .nullish()
  .describe('Why, for the ledger; employers read it in `cause`. Absent or null: none.')
const entriesQuery = z
  .object({
    ...pageQuery,
    kind: creditKind.optional().describe('Only entries of this kind.'),
    cursor: z
      .string()
      .optional()
      .describe(
        `${CURSOR} Not together with \`page\`. Without \`cursor\` and \`kind\`, \`page\` reaches the newest ${MAX_ENTRY_DEPTH} entries.`,
      ),
  })
  .meta({ example: { kind: 'JobPosting', page: 1, pageSize: 50 } })

const entriesPage = <T extends z.ZodType>(entry: T) =>
  pageOf(entry)
    .extend({ nextCursor: nextCursor.optional() })
    .describe('One page of the ledger, newest entry first.')

const tooDeep = {
  when: `A parameter is invalid, \`cursor\` comes with \`page\`, or without \`kind\` the page lies beyond the newest ${MAX_ENTRY_DEPTH} entries.`,
  message: `page: reaches only the newest ${MAX_ENTRY_DEPTH} entries; pass kind, or follow nextCursor with cursor.`,
}

export const getCredits = endpoint('GET /api/v1/employer/credits', {
  ...portal,
  name: 'get-credits',
  summary: 'Read your credit balances',
  response: creditBalances,
  hasEtag: true,
})

export const listCreditEntries = endpoint('GET /api/v1/employer/credits/entries', {
  ...portal,
  name: 'list-credit-entries',
  summary: 'Read your credit ledger',
  description: 'Every credit granted, spent and given back, with the request that caused it.',
  query: entriesQuery,
  response: entriesPage(creditEntry).meta({ id: 'CreditEntryPage' }),
  refusals: { invalid_request: tooDeep },
})

export const grantCredits = endpoint('POST /admin/v1/employers/{employerId}/credits', {
  service: 'accounts',
  name: 'grant-credits',
  summary: 'Grant credits, or take some back with a negative amount',
  params: employerParams,
  description:
    'With an `Idempotency-Key` the same grant is added once, also after 24 hours: the key is stored with the ledger entry.',
  body: z
    .object({
      kind: creditKind,
      amount: z
        .int()
        .min(-1_000_000_000)
        .max(1_000_000_000)
        .describe('Credits to add, other than 0; negative to take back.'),
      reason,
    })
    .meta({
      description: 'The credits to grant.',
      example: { kind: 'JobPosting', amount: 10, reason: 'order 2026-17' },
    }),
  status: 201,
  response: creditChange,
  refusals: {
    invalid_request: {
      when: 'A field is invalid, `amount` is 0, or the balance would fall below 0 or exceed 2147483647.',
      message: 'amount: -50 would make the CvSearch balance -10; it is 40 and cannot go below 0.',
    },
  },
})

export const reverseCreditEntry = endpoint(
  'POST /admin/v1/employers/{employerId}/credits/entries/{entryId}/reverse',
  {
    service: 'accounts',
    name: 'reverse-credit-entry',
    summary: 'Reverse a ledger entry with a new entry of the opposite amount',
    description:
      'Gives back what an entry spent, or takes back what it granted. An entry is reversed once: a repetition returns the first reversal. What was paid for stays, so an unlocked profile remains unlocked.',
    params: z.object({
      employerId,
      entryId: pathId().meta({
        description: 'Id of the entry, as in the ledger of the employer.',
        example: 41,
      }),
    }),
    body: z
      .object({ kind: creditKind.describe('Kind of the entry: ids are unique within a kind.'), reason })
      .meta({
        description: 'The entry to reverse.',
        example: { kind: 'JobPosting', reason: 'published twice by mistake' },
      }),
    status: 201,
    response: creditChange,
    refusals: {
      invalid_state: {
        when: 'The entry is itself a reversal.',
        message:
          'Entry 12 is a reversal and cannot be reversed; grant credits instead, negative to take them back.',
      },
      invalid_request: {
        when: 'A field is invalid, or the balance would fall below 0: the granted credits are spent.',
        message: 'amount: -50 would make the CvSearch balance -10; it is 40 and cannot go below 0.',
      },
    },
    example: { response: { kind: 'JobPosting', amount: 1, balance: 10 } },
  },
)

export const getEmployerCredits = endpoint('GET /admin/v1/employers/{employerId}/credits', {
  service: 'accounts',
  name: 'get-employer-credits',
  summary: 'Read the balances of an employer',
  params: employerParams,
  response: creditBalances,
})

export const listEmployerCreditEntries = endpoint('GET /admin/v1/employers/{employerId}/credits/entries', {
  service: 'accounts',
  name: 'list-employer-credit-entries',
  summary: 'Read the ledger of an employer',
  params: employerParams,
  query: entriesQuery,
  response: entriesPage(adminCreditEntry),
  refusals: { invalid_request: tooDeep },
})
