import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of the candidate service. */
export const candidateEnv = baseEnv.extend({
  /** At least 2: a day's count decides until the end of that UTC day. */
  DAILY_APPLY_RETENTION_DAYS: z.coerce.number().int().min(2).max(3_650).default(30),
  /** Without it an import does not recognise erased persons. With another one it recognises only those who were
   * erased with it. */
  ERASED_EMAIL_KEY: z
    .string()
    .optional()
    .transform((value) => value || undefined)
    .pipe(z.string().min(32, 'must have at least 32 characters').optional()),
})
export type CandidateEnv = z.output<typeof candidateEnv>
