import { baseEnv, headerSecret } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

const text = z
  .string()
  .optional()
  .transform((value) => value || undefined)

/** The environment of this service. */
export const searchEnv = baseEnv
  .extend({
    SEARCH_ENGINE: z.enum(['postgres', 'meilisearch']).default('postgres'),
    /** Base URL of the Meilisearch server. */
    MEILI_URL: text.pipe(z.url({ protocol: /^https?$/ }).optional()),
    MEILI_MASTER_KEY: text.pipe(headerSecret.min(16, 'must have at least 16 characters').optional()),
    /** Of each statement and each request of a search. Below the query timeout of the pool (5 s), so that Postgres cancels
     * the statement first. */
    SEARCH_TIMEOUT_MS: z.coerce.number().int().min(100).max(4_500).default(4_000),
  })
  .superRefine((env, context) => {
    if (env.SEARCH_ENGINE !== 'meilisearch') return
    for (const name of ['MEILI_URL', 'MEILI_MASTER_KEY'] as const) {
      if (env[name] === undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'must be set with SEARCH_ENGINE=meilisearch',
        })
    }
  })

type Parsed = z.output<typeof searchEnv>
export interface SearchEnv extends Parsed {}
