import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of this service. */
export const searchEnv = baseEnv.extend({
  SEARCH_ENGINE: z
    .literal('postgres', {
      error: ({ input }) =>
        `must be postgres: the engine ${input} does not exist yet, and another one would not be what you asked for`,
    })
    .default('postgres'),
  // Below the 5 s after which the pool gives a connection up: the statement ends in Postgres, too.
  SEARCH_TIMEOUT_MS: z.coerce.number().int().min(100).max(4_500).default(4_000),
})

type Parsed = z.output<typeof searchEnv>
export interface SearchEnv extends Parsed {}
