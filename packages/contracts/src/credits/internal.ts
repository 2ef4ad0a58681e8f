import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { auditData } from '../operators/events.ts'
import { id, pathId, timestamp } from '../text.ts'
import { adminCreditEntry, creditBalances, creditKind } from './credit.ts'

// The ledger of a credit kind is in the one service that spends it, so jobs and search both serve these
// endpoints.
const employerParams = z.object({ employerId: pathId() })
const actor = z.string().default('operator')

/** A balance after a change. `audit` is the event of its audit row; null when an earlier call made the
 * change. */
const creditChange = z.object({
  kind: creditKind,
  amount: z.int(),
  balance: z.int(),
  audit: z.object({ id: z.uuid(), data: auditData }).nullable().default(null),
})
export type CreditChange = z.output<typeof creditChange>

/** Adds to a balance, once per `operationId`: a repeated call returns the first result. */
export const addCredits = (service: 'jobs' | 'search') =>
  endpoint('POST /internal/v1/credits', {
    service,
    name: 'add-credits',
    body: z.object({
      operationId: z.string().min(1).max(300),
      employerId: id(),
      kind: creditKind,
      amount: z.int(),
      cause: z.string(),
      actor,
    }),
    status: 201,
    response: creditChange,
  })

/** Reverses an entry of the employer and kind, once: a repeated call returns the first result. */
export const reverseEntry = (service: 'jobs' | 'search') =>
  endpoint('POST /internal/v1/employers/{employerId}/credits/entries/{entryId}/reverse', {
    service,
    name: 'reverse-entry',
    params: z.object({ employerId: pathId(), entryId: pathId() }),
    body: z.object({ kind: creditKind, reason: z.string().nullish(), actor }),
    status: 201,
    response: creditChange,
  })

/** Balances of the kinds that the service spends. */
export const readBalances = (service: 'jobs' | 'search') =>
  endpoint('GET /internal/v1/employers/{employerId}/credits', {
    service,
    name: 'read-balances',
    params: employerParams,
    response: creditBalances.partial(),
  })

/** Most entries in one response of `list-entries`. */
export const MAX_ENTRIES_PER_CALL = 1_000

const count = (max = Number.MAX_SAFE_INTEGER) => z.coerce.number().int().min(0).max(max)

/** Entries of the kinds that the service spends, newest first: `take` of those that come after the entry
 * (`beforeCreatedAt`, `beforeId`) in this order, or of all, less the first `skip`. `total` counts all; it is null
 * with `withTotal=false`, which spares the count of a list that is read in steps. */
export const listEntries = (service: 'jobs' | 'search') =>
  endpoint('GET /internal/v1/employers/{employerId}/credits/entries', {
    service,
    name: 'list-entries',
    params: employerParams,
    query: z
      .object({
        kind: creditKind.optional(),
        beforeCreatedAt: timestamp().optional(),
        beforeId: count().optional(),
        skip: count().default(0),
        take: count(MAX_ENTRIES_PER_CALL).default(MAX_PAGE_SIZE),
        withTotal: z.stringbool().default(true),
      })
      .refine(
        ({ beforeCreatedAt, beforeId }) => (beforeCreatedAt === undefined) === (beforeId === undefined),
        'beforeCreatedAt and beforeId must be sent together',
      ),
    response: z.object({ total: z.int().nullable(), items: z.array(adminCreditEntry) }),
  })

/** Employers of one call of `list-balances`. */
export const MAX_EMPLOYERS_PER_CALL = 500

/** The balances of several employers, of the kinds spent here that an employer ever had. */
export const listBalances = (service: 'jobs' | 'search') =>
  endpoint('POST /internal/v1/credits/balances', {
    service,
    name: 'list-balances',
    body: z.object({ employerIds: z.array(id()).max(MAX_EMPLOYERS_PER_CALL) }),
    response: z.object({
      items: z.array(z.object({ employerId: id(), kind: creditKind, amount: z.int() })),
    }),
  })
