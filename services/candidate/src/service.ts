import { fileURLToPath } from 'node:url'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import { retentionTimer } from '@jobboard/service/lifecycle/retention'
import type { Service } from '@jobboard/service/runtime/service'
import { retiredSandboxConsumers } from '@jobboard/service/sandbox/retired'
import type { PendingActivity } from './activity/actions.ts'
import { activityRoutes } from './activity/routes.ts'
import { saveActivity } from './activity/timers.ts'
import { applicationStateConsumer, applicationStatusConsumer } from './applications/consumers.ts'
import { applicationRoutes } from './applications/routes.ts'
import { applicationStates, deletePastDays } from './applications/store.ts'
import { consentRoutes } from './consent/routes.ts'
import { type CandidateEnv, candidateEnv } from './env.ts'
import { erasureConfirmedConsumers } from './erasure/consumers.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { erasureStates } from './erasure/store.ts'
import { addErasureMetrics, erasure } from './erasure/workers.ts'
import { exportRoutes, profileViewRoutes } from './export/routes.ts'
import { importRoutes } from './import/routes.ts'
import { jobConsumer, jobStateConsumer } from './jobs/consumers.ts'
import { type JobLookUps, openJobLookUps } from './jobs/peers.ts'
import { profileStates, sandboxProfileStates } from './profiles/publish-actions.ts'
import { profileRoutes } from './profiles/routes.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import { purgeSandbox } from './sandbox/store.ts'

/** Deletes counts of the daily cap. */
export const deletePastDailyApplies = retentionTimer<CandidateEnv>(
  'delete-past-daily-applies',
  (env) => env.DAILY_APPLY_RETENTION_DAYS,
  [(sql, before, limit) => deletePastDays(sql, before.toISOString().slice(0, 10), limit)],
)

/** Candidates: profiles, applies and the candidate's view of applications. */
export const service: Service<CandidateEnv, PendingActivity & JobLookUps> = {
  name: 'candidate',
  env: candidateEnv,
  migrations: [{ name: 'candidate', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  open: async ({ call }) => ({ pendingActivity: new Map(), ...openJobLookUps(call) }),
  routes: [
    ...profileRoutes,
    ...consentRoutes,
    ...profileViewRoutes,
    ...exportRoutes,
    ...applicationRoutes,
    ...importRoutes,
    ...activityRoutes,
    ...erasureRoutes,
    ...sandboxRoutes,
  ],
  consumers: () => [
    jobConsumer,
    ...employerNameConsumers,
    applicationStatusConsumer,
    jobStateConsumer,
    applicationStateConsumer,
    ...erasureConfirmedConsumers,
    ...retiredSandboxConsumers,
  ],
  timers: [saveActivity, deletePastDailyApplies],
  addMetrics: addErasureMetrics,
  states: [erasureStates, profileStates, sandboxProfileStates, applicationStates],
  erasure,
  purgeSandbox,
}
