import { z } from 'zod'
import { adminCreditEntry, creditBalances, creditKind } from '../credit.ts'
import { endpoint } from '../endpoint.ts'
import { auditData } from '../events/audit.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

// Each credit kind lives in the one service that spends it: jobs and search both serve these.
const employerParams = z.object({ employerId: pathId() })
const actor = z.string().default('operator')

/** A balance after a change. `audit` is the event that tells of it, null when the change was made before. */
const creditChange = z.object({
  kind: creditKind,
  amount: z.int(),
  balance: z.int(),
  audit: z.object({ id: z.uuid(), data: auditData }).nullable().default(null),
})
export type CreditChange = z.output<typeof creditChange>

/** Adds to a balance; the same `operationId` again changes nothing and answers the same. */
export const addCredits = (service: 'jobs' | 'search') =>
  endpoint({
    plane: 'internal',
    service,
    name: 'add-credits',
    method: 'POST',
    path: '/internal/v1/credits',
    summary: 'Add to a credit balance, once per operation',
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

/** Undoes an entry of the employer and kind, once; again it changes nothing and answers the same. */
export const reverseEntry = (service: 'jobs' | 'search') =>
  endpoint({
    plane: 'internal',
    service,
    name: 'reverse-entry',
    method: 'POST',
    path: '/internal/v1/employers/{employerId}/credits/entries/{entryId}/reverse',
    summary: 'Undo an entry, once',
    params: z.object({ employerId: pathId(), entryId: pathId() }),
    body: z.object({ kind: creditKind, reason: z.string().nullish(), actor }),
    status: 201,
    response: creditChange,
  })

/** Balances of the kinds that the service spends. */
export const readBalances = (service: 'jobs' | 'search') =>
  endpoint({
    plane: 'internal',
    service,
    name: 'read-balances',
    method: 'GET',
    path: '/internal/v1/employers/{employerId}/credits',
    summary: 'Balances of the kinds spent here',
    params: employerParams,
    status: 200,
    response: creditBalances.partial(),
  })

const place = (max = Number.MAX_SAFE_INTEGER) => z.coerce.number().int().min(0).max(max)

/** Ledger entries of the kinds that the service spends, newest first: `take` of them after `skip`. */
export const listEntries = (service: 'jobs' | 'search') =>
  endpoint({
    plane: 'internal',
    service,
    name: 'list-entries',
    method: 'GET',
    path: '/internal/v1/employers/{employerId}/credits/entries',
    summary: 'Ledger entries of the kinds spent here',
    params: employerParams,
    query: z.object({
      skip: place().default(0),
      take: place(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
      kind: creditKind.optional(),
    }),
    status: 200,
    response: z.object({ total: z.int(), items: z.array(adminCreditEntry) }),
  })

/** When every `step`-th of an employer's entries was made, newest first: where a page begins in two ledgers merged. */
export const listEntryDates = (service: 'jobs' | 'search') =>
  endpoint({
    plane: 'internal',
    service,
    name: 'list-entry-dates',
    method: 'GET',
    path: '/internal/v1/employers/{employerId}/credits/entries/dates',
    summary: 'Dates of some ledger entries',
    params: employerParams,
    query: z.object({ from: place(), step: place().min(1), count: place(100).min(1) }),
    status: 200,
    response: z.array(wireTimestamp()),
  })
