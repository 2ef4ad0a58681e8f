import { fileURLToPath } from 'node:url'
import type { Service } from '@jobboard/service/define'
import { baseEnv } from '@jobboard/service/env'
import { hearStatusChanges } from './events/application.ts'
import { hearEmployers } from './events/employer.ts'
import { hearJobs } from './events/job.ts'
import { adminRoutes } from './routes/admin.ts'
import { applyRoutes } from './routes/applies.ts'
import { factRoutes } from './routes/facts.ts'
import { meRoutes } from './routes/me.ts'
import { saveActivity } from './timers/save-activity.ts'

/** Candidates: their profiles, and every application from its birth on as they see it. */
export const service: Service = {
  name: 'candidate',
  env: baseEnv,
  migrations: [{ name: 'candidate', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [...meRoutes, ...applyRoutes, ...adminRoutes, ...factRoutes],
  consumers: () => [hearJobs, hearEmployers, hearStatusChanges],
  timers: [saveActivity],
}
