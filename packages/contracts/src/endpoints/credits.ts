import { z } from 'zod'
import { adminCreditEntry, creditBalances, creditEntry, creditKind } from '../credit.ts'
import { endpoint } from '../endpoint.ts'
import { MAX_ENTRY_DEPTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { line, pathId } from '../text.ts'

const portal = { plane: 'public', service: 'accounts', keys: ['recruiter'], limit: 'employer' } as const
const admin = { plane: 'admin', service: 'accounts' } as const
const employerParams = z.object({ employerId: pathId() })
const creditChange = z.object({ kind: creditKind, amount: z.int(), balance: z.int() })
const entriesQuery = z.object({
  ...pageQuery,
  kind: creditKind.optional(),
  cursor: z
    .string()
    .optional()
    .meta({
      description: `The \`nextCursor\` of a page: returns the entries that follow it, at the same cost however many came before. Without \`cursor\` and \`kind\`, \`page\` reaches the newest ${MAX_ENTRY_DEPTH} entries.`,
    }),
})

const entriesPage = <T extends z.ZodType>(entry: T) =>
  pageOf(entry).extend({
    nextCursor: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Pass it as `cursor` to read on; null on the last page.' }),
  })

/** D-64 */
export const getCredits = endpoint({
  ...portal,
  name: 'get-credits',
  method: 'GET',
  path: '/api/v1/employer/credits',
  summary: 'Read your credit balances',
  status: 200,
  response: creditBalances,
  hasEtag: true,
})

/** D-64 */
export const listCreditEntries = endpoint({
  ...portal,
  name: 'list-credit-entries',
  method: 'GET',
  path: '/api/v1/employer/credits/entries',
  summary: 'Read your credit ledger',
  query: entriesQuery,
  status: 200,
  response: entriesPage(creditEntry),
})

/** Admin API; safe to retry with an `Idempotency-Key`. */
export const grantCredits = endpoint({
  ...admin,
  name: 'grant-credits',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/credits',
  summary: 'Grant credits, or take some back with a negative amount',
  params: employerParams,
  body: z.object({
    kind: creditKind,
    amount: z.int().min(-1_000_000_000).max(1_000_000_000),
    reason: line().nullish(),
  }),
  status: 201,
  response: creditChange,
})

/** Admin API, P-33: adds the reversal once; a repeated call returns the same response. `kind` selects the
 * ledger. */
export const reverseCreditEntry = endpoint({
  ...admin,
  name: 'reverse-credit-entry',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/credits/entries/{entryId}/reverse',
  summary: 'Reverse a ledger entry with a new entry of the opposite amount',
  params: z.object({ employerId: pathId(), entryId: pathId() }),
  body: z.object({ kind: creditKind, reason: line().nullish() }),
  status: 201,
  response: creditChange,
})

/** Admin API */
export const getEmployerCredits = endpoint({
  ...admin,
  name: 'get-employer-credits',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/credits',
  summary: 'Read the balances of an employer',
  params: employerParams,
  status: 200,
  response: creditBalances,
})

/** Admin API */
export const listEmployerCreditEntries = endpoint({
  ...admin,
  name: 'list-employer-credit-entries',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/credits/entries',
  summary: 'Read the ledger of an employer',
  params: employerParams,
  query: entriesQuery,
  status: 200,
  response: entriesPage(adminCreditEntry),
})
