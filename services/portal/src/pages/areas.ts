import type { Area } from '../http/page.ts'
import { account } from './account/account.ts'
import { board } from './board/board.ts'
import { events } from './events/events.ts'
import { integrate } from './integrate/integrate.ts'
import { jobs } from './jobs/jobs.ts'
import { keys } from './keys/keys.ts'
import { search } from './search/search.ts'
import { start } from './start/start.ts'
import { users } from './users/users.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Every area of the portal, in the order of the navigation. */
export const areas: readonly Area[] = [
  start,
  jobs,
  board,
  search,
  keys,
  webhooks,
  users,
  events,
  integrate,
  account,
]
