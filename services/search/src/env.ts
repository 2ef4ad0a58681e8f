import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of this service. */
export const searchEnv = baseEnv.extend({
  SEARCH_ENGINE: z
    .literal('postgres', {
      error: ({ input }) => `must be postgres: the engine ${input} is not available yet`,
    })
    .default('postgres'),
  // Below the query timeout of the pool (5 s), so that Postgres cancels the statement first.
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(100).max(4_500).default(4_000),
})

type Parsed = z.output<typeof searchEnv>
export interface SearchEnv extends Parsed {}
