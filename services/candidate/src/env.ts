import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of the candidate service. */
export const candidateEnv = baseEnv.extend({
  /** At least 2: a day's count decides until the end of that UTC day. */
  DAILY_APPLY_RETENTION_DAYS: z.coerce.number().int().min(2).max(3_650).default(30),
})
export type CandidateEnv = z.output<typeof candidateEnv>
