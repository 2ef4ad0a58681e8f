import { z } from 'zod'
import { creditKind } from './credit.ts'

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
    isReplay: z
      .boolean()
      .describe(
        'True if the call would return the stored response of its `Idempotency-Key` and have no effect.',
      ),
  })
  .describe('What a call would do. It reserves nothing.')

/** What a dry run finds out about a call that would succeed. */
export type Estimate = Partial<Pick<z.output<typeof dryRunResult>, 'credits' | 'dailyApplies'>>
export type CreditEstimate = NonNullable<Estimate['credits']>
