import { fileURLToPath } from 'node:url'
import type { Service } from '@jobboard/service/lifecycle/define'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import { hearStatusChanges } from './consumers/application.ts'
import { hearEmployers } from './consumers/employer.ts'
import { hearJobs } from './consumers/job.ts'
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
