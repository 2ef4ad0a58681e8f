import { fileURLToPath } from 'node:url'
import type { Service } from '@jobboard/service/lifecycle/define'
import { baseEnv } from '@jobboard/service/lifecycle/env'
import { applicationConsumer } from './consumers/application.ts'
import { applicationStateConsumer } from './consumers/application-state.ts'
import { jobConsumer } from './consumers/job.ts'
import { jobStateConsumer } from './consumers/job-state.ts'
import { applicationRoutes } from './routes/applications.ts'
import { handOverRoutes } from './routes/hand-over.ts'
import { noteRoutes } from './routes/notes.ts'
import { scorecardRoutes } from './routes/scorecards.ts'
import { tagRoutes } from './routes/tags.ts'
import { applicationStates } from './states/applications.ts'

/** Applications as recruiters see and move them, with tags, notes and scorecards. */
export const service: Service = {
  name: 'pipeline',
  env: baseEnv,
  migrations: [{ name: 'pipeline', folder: fileURLToPath(new URL('../migrations', import.meta.url)) }],
  routes: [
    ...applicationRoutes,
    ...tagRoutes,
    ...noteRoutes,
    ...scorecardRoutes,
    ...handOverRoutes(applicationConsumer),
  ],
  consumers: () => [applicationConsumer, jobConsumer, applicationStateConsumer, jobStateConsumer],
  states: [applicationStates],
}
