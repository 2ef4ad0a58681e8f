import { fileURLToPath } from 'node:url'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import type { Service } from '@jobboard/service/runtime/service'
import { eraseCandidate } from './actions/erase-candidate.ts'
import { applicationConsumer, applicationStateConsumer } from './consumers/application.ts'
import { jobConsumer, jobStateConsumer } from './consumers/job.ts'
import type { Assessor } from './domain/assessment/assessor.ts'
import { rubric } from './domain/assessment/rubric.ts'
import { type PipelineEnv, pipelineEnv } from './env.ts'
import { applicationListRoutes } from './routes/application-lists.ts'
import { applicationRecordRoutes } from './routes/application-records.ts'
import { applicationRoutes } from './routes/applications.ts'
import { assessmentRoutes } from './routes/assessment.ts'
import { noteRoutes } from './routes/notes.ts'
import { rejectionReasonRoutes } from './routes/rejection-reasons.ts'
import { scorecardRoutes } from './routes/scorecards.ts'
import { tagRoutes } from './routes/tags.ts'
import { applicationStates } from './states/applications.ts'
import { assessmentWorker } from './workers/assessment.ts'

/** Applications as recruiters see and move them, with assessments, tags, notes and scorecards. */
export function pipeline(local: Assessor): Service<PipelineEnv> {
  const receive = applicationConsumer(local)
  const erasure = { erase: eraseCandidate }
  return {
    name: 'pipeline',
    env: pipelineEnv,
    migrations: [{ name: 'pipeline', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
    routes: [
      ...applicationListRoutes,
      ...applicationRoutes,
      ...assessmentRoutes,
      ...rejectionReasonRoutes,
      ...tagRoutes,
      ...noteRoutes,
      ...scorecardRoutes,
      ...applicationRecordRoutes,
    ],
    consumers: (deps) => [
      receive(deps),
      jobConsumer,
      applicationStateConsumer(deps),
      jobStateConsumer,
      ...erasureConsumers(erasure, deps),
    ],
    workers: [assessmentWorker],
    states: [applicationStates],
    erasure,
  }
}

export const service = pipeline(rubric)
