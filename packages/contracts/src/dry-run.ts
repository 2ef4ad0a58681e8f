import { z } from 'zod'
import { creditKind } from './credit.ts'

/** Response to a call with `Prefer: dry-run` that would succeed (P-171). A dry run reserves nothing. */
export const dryRunResult = z.object({
  wouldSucceed: z.literal(true),
  /** Status that the call without `Prefer: dry-run` would return. */
  status: z.int(),
  /** Credits that the call would cost, 0 within an unlock window, and the balance before it; null when it spends
   * no credits. */
  credits: z.object({ kind: creditKind, cost: z.int().min(0), balance: z.int() }).nullable(),
  /** Applies counted for today, without this one, and the daily cap (D-33); null when the call is not an apply. */
  dailyApplies: z.object({ used: z.int().min(0), limit: z.int() }).nullable(),
  /** The call would return the stored response of its `Idempotency-Key` and have no effect (D-60). */
  isReplay: z.boolean(),
})

/** What a dry run finds out about a call that would succeed. */
export type Estimate = Partial<Pick<z.output<typeof dryRunResult>, 'credits' | 'dailyApplies'>>
export type CreditEstimate = NonNullable<Estimate['credits']>
