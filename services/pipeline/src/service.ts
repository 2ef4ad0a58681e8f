import { fileURLToPath } from 'node:url'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Service } from '@jobboard/service/runtime/service'
import { retiredSandboxConsumers } from '@jobboard/service/sandbox/retired'
import {
  applicationConsumer,
  applicationStateConsumer,
  jobConsumer,
  jobStateConsumer,
} from './applications/consumers.ts'
import { eraseCandidate } from './applications/erase-actions.ts'
import { purgeSandbox } from './applications/erase-store.ts'
import { applicationRoutes } from './applications/routes.ts'
import { applicationStates } from './applications/store.ts'
import { indexApplications } from './applications/workers.ts'
import { assessmentWorker } from './assessment/workers.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { type PipelineEnv, pipelineEnv } from './env.ts'
import { noteRoutes } from './notes/routes.ts'
import { scorecardRoutes, templateRoutes } from './scorecards/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { tagRoutes } from './tags/routes.ts'

const erasure = { erase: eraseCandidate }

/** Applications as recruiters see and move them, with assessments, tags, notes and scorecards. */
export const service: Service<PipelineEnv> = {
  name: 'pipeline',
  env: pipelineEnv,
  migrations: [{ name: 'pipeline', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [
    ...applicationRoutes,
    ...bulkRoutes,
    ...statusRoutes,
    ...tagRoutes,
    ...noteRoutes,
    ...scorecardRoutes,
    ...templateRoutes,
  ],
  consumers: (deps) => [
    applicationConsumer(deps),
    jobConsumer,
    applicationStateConsumer(deps),
    jobStateConsumer,
    ...erasureConsumers(erasure, deps),
    ...retiredSandboxConsumers,
  ],
  workers: [assessmentWorker, indexApplications],
  states: [applicationStates],
  erasure,
  purgeSandbox,
}
