import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_ID } from '../limits.ts'
import { integer, pageOf } from '../page.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

// What other services hold about a candidate, for the candidate's own reads.
const params = z.object({ candidateId: pathId() })

/** Unlocks in one page: those of a candidate fit into one, unless more than this many employers unlocked. */
export const MAX_UNLOCKS_PER_CALL = 1_000

/** The newest unlock of each employer, newest first. */
export const listUnlocks = endpoint('GET /internal/v1/candidates/{candidateId}/unlocks', {
  service: 'search',
  name: 'list-unlocks',
  params,
  query: z.object({
    page: integer(MAX_ID, 1),
    pageSize: integer(MAX_UNLOCKS_PER_CALL, MAX_UNLOCKS_PER_CALL),
  }),
  response: pageOf(z.object({ employerId: id(), unlockedAt: wireTimestamp() })),
})
