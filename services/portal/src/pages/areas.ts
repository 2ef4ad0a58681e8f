import type { Area } from '../http/page.ts'
import { account } from './account/account.ts'
import { audit } from './audit/audit.ts'
import { board } from './board/board.ts'
import { candidates } from './candidates/candidates.ts'
import { credits } from './credits/credits.ts'
import { deadLetters } from './dead-letters/dead-letters.ts'
import { employers } from './employers/employers.ts'
import { events } from './events/events.ts'
import { findArea } from './find/find.ts'
import { integrate } from './integrate/integrate.ts'
import { jobs } from './jobs/jobs.ts'
import { keys } from './keys/keys.ts'
import { reasons } from './reasons/reasons.ts'
import { review } from './review/review.ts'
import { sandboxArea } from './sandbox/sandbox.ts'
import { search } from './search/results.ts'
import { settings } from './settings/settings.ts'
import { start } from './start/start.ts'
import { system } from './system/system.ts'
import { templates } from './templates/templates.ts'
import { users } from './users/users.ts'
import { deliveries } from './webhooks/staff.ts'
import { webhooks } from './webhooks/webhooks.ts'

const subjects: readonly Area[] = [
  start,
  jobs,
  board,
  search,
  keys,
  webhooks,
  credits,
  users,
  reasons,
  templates,
  settings,
  events,
  integrate,
  sandboxArea,
  review,
  employers,
  candidates,
  deliveries,
  deadLetters,
  system,
  audit,
  account,
]

export const areas: readonly Area[] = [...subjects, findArea(subjects.flatMap(({ places }) => places))]
