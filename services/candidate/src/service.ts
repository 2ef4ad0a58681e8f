import { fileURLToPath } from 'node:url'
import { employerNameConsumers } from '@jobboard/service/employer-names/employer-names'
import type { Service } from '@jobboard/service/runtime/service'
import { retiredSandboxConsumers } from '@jobboard/service/sandbox/retired'
import type { PendingActivity } from './activity/activity.ts'
import { activityRoutes } from './activity/routes.ts'
import { saveActivity } from './activity/timers.ts'
import { applicationStateConsumer, applicationStatusConsumer } from './applications/consumers.ts'
import { applicationRoutes } from './applications/routes.ts'
import { applicationStates } from './applications/states.ts'
import { deletePastDailyApplies } from './applications/timers.ts'
import { consentRoutes } from './consent/routes.ts'
import { type CandidateEnv, candidateEnv } from './env.ts'
import { erasureConfirmedConsumers } from './erasure/consumers.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { erasureStates } from './erasure/states.ts'
import { addErasureMetrics, erasure } from './erasure/workers.ts'
import { exportRoutes, profileViewRoutes } from './export/routes.ts'
import { importRoutes } from './import/routes.ts'
import { jobConsumer, jobStateConsumer } from './jobs/consumers.ts'
import { type JobLookUps, openJobLookUps } from './jobs/peers.ts'
import { profileRoutes } from './profiles/routes.ts'
import { profileStates, sandboxProfileStates } from './profiles/states.ts'
import { purgeSandbox } from './sandbox/purge-store.ts'
import { sandboxRoutes } from './sandbox/routes.ts'

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
