import { fileURLToPath } from 'node:url'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import type { Service } from '@jobboard/service/runtime/service'
import { applicationStateConsumer, applicationStatusConsumer } from './consumers/application.ts'
import { erasureConfirmedConsumers } from './consumers/erasure-confirmed.ts'
import { jobConsumer, jobStateConsumer } from './consumers/job.ts'
import { type CandidateEnv, candidateEnv } from './env.ts'
import { adminRoutes } from './routes/admin.ts'
import { applyRoutes } from './routes/applies.ts'
import { consentRoutes } from './routes/consent.ts'
import { erasureRoutes } from './routes/erasure.ts'
import { exportRoutes } from './routes/export.ts'
import { factRoutes } from './routes/facts.ts'
import { importRoutes } from './routes/import-candidates.ts'
import { lookupRoutes } from './routes/lookups.ts'
import { meRoutes } from './routes/me.ts'
import { profileViewRoutes } from './routes/profile-views.ts'
import { applicationStates } from './states/applications.ts'
import { erasureStates } from './states/erasures.ts'
import { profileStates } from './states/profiles.ts'
import type { PendingActivity } from './store/activity.ts'
import { deletePastDailyApplies } from './timers/delete-past-days.ts'
import { saveActivity } from './timers/save-activity.ts'
import { erasure } from './workers/erasure.ts'
import { addErasureMetrics } from './workers/erasure-metrics.ts'

/** Candidates: profiles, applies and the candidate's view of applications. */
export const service: Service<CandidateEnv, PendingActivity> = {
  name: 'candidate',
  env: candidateEnv,
  migrations: [{ name: 'candidate', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  open: async () => ({ pendingActivity: new Map() }),
  routes: [
    ...meRoutes,
    ...consentRoutes,
    ...profileViewRoutes,
    ...exportRoutes,
    ...applyRoutes,
    ...adminRoutes,
    ...importRoutes,
    ...lookupRoutes,
    ...factRoutes,
    ...erasureRoutes,
  ],
  consumers: () => [
    jobConsumer,
    ...employerNameConsumers,
    applicationStatusConsumer,
    jobStateConsumer,
    applicationStateConsumer,
    ...erasureConfirmedConsumers,
  ],
  timers: [saveActivity, deletePastDailyApplies],
  addMetrics: addErasureMetrics,
  states: [erasureStates, profileStates, applicationStates],
  erasure,
}
