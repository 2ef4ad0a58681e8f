import type { Area } from '../http/page.ts'
import { account } from './account/account.ts'
import { audit } from './audit/audit.ts'
import { deadLetters } from './dead-letters/dead-letters.ts'
import { jobs } from './jobs/jobs.ts'
import { search } from './search/search.ts'
import { start } from './start/start.ts'
import { system } from './system/system.ts'
import { deliveries } from './webhooks/staff.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Every area of the portal, in the order of the navigation. */
export const areas: readonly Area[] = [
  start,
  jobs,
  search,
  webhooks,
  deliveries,
  deadLetters,
  system,
  audit,
  account,
]
