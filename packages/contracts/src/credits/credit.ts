import { z } from 'zod'
import { bulkItem, shownApplications } from '../applications/shown.ts'
import { type CreditKind, creditKinds } from '../limits.ts'
import { wireTimestamp } from '../text.ts'

export const creditKind = z.enum(creditKinds).meta({
  id: 'CreditKind',
  description:
    'Kind of credit. JobPosting: to publish a job. CvSearch: for a search. CvDownload: to unlock a profile for 30 days.',
})

/** Balances per kind (D-64). */
export const creditBalances = z
  .object({
    JobPosting: z.int().describe('JobPosting credits left.'),
    CvSearch: z.int().describe('CvSearch credits left.'),
    CvDownload: z.int().describe('CvDownload credits left.'),
  })
  .meta({
    id: 'CreditBalances',
    description: 'Credits left by kind. A balance is always the sum of its ledger entries and never below 0.',
    example: { JobPosting: 9, CvSearch: 41, CvDownload: 5 },
  })

const entryFields = z.object({
  id: z.int().describe('Id of the entry; unique together with `kind`.'),
  kind: creditKind,
  amount: z.int().describe('Credits: positive when granted, negative when spent or taken back.'),
  cause: z
    .string()
    .describe(
      'What the entry is for, such as `publish-job 7`, `search-candidates`, `get-candidate 12` or `grant`.',
    ),
  requestId: z.string().describe('`X-Request-Id` of the request that made the entry.'),
  createdAt: wireTimestamp().describe('When the entry was made.'),
})

const entryExample = {
  id: 41,
  kind: 'JobPosting',
  amount: -1,
  cause: 'publish-job 7',
  requestId: '0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90',
  createdAt: '2026-03-01T09:05:00.000Z',
}

/** One entry of the ledger (D-64). A balance is always the sum of its entries. */
export const creditEntry = entryFields.meta({
  id: 'CreditEntry',
  description: 'One entry of the credit ledger. It is never edited.',
  example: entryExample,
})

/** As returned to operators, with the entry that it reverses and the one that reverses it. */
export const adminCreditEntry = entryFields
  .extend({
    reversedEntryId: z
      .int()
      .optional()
      .describe('Id of the entry that this one reverses; absent if it reverses none.'),
    reversedByEntryId: z
      .int()
      .optional()
      .describe('Id of the entry that reverses this one; absent if none does.'),
  })
  .meta({
    description: 'One entry of the credit ledger, with its reversal. It is never edited.',
    example: { ...entryExample, reversedByEntryId: 42 },
  })

/** Response to a call with `Prefer: dry-run` that would succeed. A dry run reserves nothing. */
export const dryRunResult = z
  .object({
    wouldSucceed: z.literal(true).describe('Always true: a call that would be refused returns that refusal.'),
    status: z.int().describe('Status that the call without `Prefer: dry-run` would return.'),
    credits: z
      .object({
        kind: creditKind,
        cost: z.int().min(0).describe('Credits that the call would cost; 0 while the profile is unlocked.'),
        balance: z.int().describe('Credits left of this kind before the call.'),
      })
      .nullable()
      .describe('What the call would cost; null when it spends no credits.'),
    dailyApplies: z
      .object({
        used: z.int().min(0).describe('Applies of this UTC day, without this one.'),
        limit: z.int().describe('Most applies of a UTC day.'),
      })
      .nullable()
      .describe('The daily limit of applies; null when the call is not an apply.'),
    applications: shownApplications
      .optional()
      .describe(
        'Only for the read of a profile: the applications of the candidate to you that are not withdrawn, newest first, at most 5.',
      ),
    isReplay: z
      .boolean()
      .describe(
        'True if the call would return the stored response of its `Idempotency-Key` and have no effect.',
      ),
    items: z
      .array(bulkItem)
      .optional()
      .describe('What a bulk would do to each of its applications, in its order; absent for any other call.'),
  })
  .meta({ id: 'DryRunResult', description: 'What a call would do. It reserves nothing.' })

/** An example of a dry run that costs no credit. */
export const dryRunExample = {
  wouldSucceed: true,
  status: 200,
  credits: null,
  dailyApplies: null,
  isReplay: false,
}

/** An example of a dry run that would cost one credit of this kind. */
export const dryRunOf = (kind: CreditKind, balance: number) => ({
  ...dryRunExample,
  credits: { kind, cost: 1, balance },
})

/** What a dry run finds out about a call that would succeed. */
export type Estimate = Partial<
  Pick<z.output<typeof dryRunResult>, 'credits' | 'dailyApplies' | 'applications' | 'items'>
>
export type CreditEstimate = NonNullable<Estimate['credits']>
