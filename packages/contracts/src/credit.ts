import { z } from 'zod'
import { creditKinds } from './limits.ts'
import { wireTimestamp } from './text.ts'

export const creditKind = z.enum(creditKinds)

/** Balances per kind (D-64). */
export const creditBalances = z.object({ JobPosting: z.int(), CvSearch: z.int(), CvDownload: z.int() })

/** One entry of the ledger (D-64). A balance is always the sum of its entries. */
export const creditEntry = z.object({
  id: z.int(),
  kind: creditKind,
  amount: z.int(),
  cause: z.string(),
  requestId: z.string(),
  createdAt: wireTimestamp(),
})

/** As returned to operators, with the entry that it reverses and the one that reverses it. */
export const adminCreditEntry = creditEntry.extend({
  reversedEntryId: z.int().optional(),
  reversedByEntryId: z.int().optional(),
})
