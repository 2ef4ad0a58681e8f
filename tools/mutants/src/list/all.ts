import type { Mutant } from '../mutant.ts'
import { accounts } from './accounts.ts'
import { candidate } from './candidate.ts'
import { events } from './events.ts'
import { gateway } from './gateway.ts'
import { gatewayKeys } from './gateway-keys.ts'
import { jobs } from './jobs.ts'
import { ledger } from './ledger.ts'
import { pipeline } from './pipeline.ts'
import { portal } from './portal.ts'
import { rateLimit } from './rate-limit.ts'
import { search } from './search.ts'
import { service } from './service.ts'
import { serviceData } from './service-data.ts'
import { signIn } from './sign-in.ts'
import { webhook } from './webhook.ts'
import { webhookTargets } from './webhook-targets.ts'

/** Every mechanism whose removal a test must notice. */
export const mutants: readonly Mutant[] = [
  ...events,
  ...service,
  ...serviceData,
  ...ledger,
  ...jobs,
  ...candidate,
  ...pipeline,
  ...search,
  ...webhook,
  ...webhookTargets,
  ...accounts,
  ...gatewayKeys,
  ...gateway,
  ...rateLimit,
  ...portal,
  ...signIn,
]
