import { baseEnv } from '@jobboard/service/lifecycle/env'
import { z } from 'zod'

/** The environment of the accounts service. */
export const accountsEnv = baseEnv.extend({
  AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(3_650).default(400),
})
export type AccountsEnv = z.output<typeof accountsEnv>
