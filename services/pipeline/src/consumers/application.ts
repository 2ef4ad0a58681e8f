import { applicationCreated, submittedApplicationState } from '@jobboard/contracts/applications/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { receiveApplication } from '../actions/receive-application.ts'
import { restoreApplication } from '../actions/restore-application.ts'
import type { Assessor } from '../domain/assessment/assessor.ts'
import type { PipelineEnv } from '../env.ts'

/** Stores submitted applications. `local` assesses them at once; with ASSESSOR=llm a worker does, outside this
 * transaction. */
export const applicationConsumer =
  (local: Assessor) =>
  ({ clock, env }: Pick<Deps<PipelineEnv>, 'clock' | 'env'>): Consumer =>
    consumer({
      name: 'application',
      filter: 'evt.candidate.application.>',
      events: [applicationCreated],
      handle: (sql, { data }) =>
        receiveApplication(sql, data, {
          assessor: env.ASSESSOR === 'llm' ? undefined : local,
          now: clock.now(),
        }),
    })

/** Restores missing applications from a resync of candidate. */
export const applicationStateConsumer = ({ clock }: Pick<Deps<PipelineEnv>, 'clock'>): Consumer =>
  consumer({
    name: 'application_state',
    filter: 'state.candidate.application.>',
    events: [submittedApplicationState],
    handle: (sql, { data }) => restoreApplication(sql, data, clock.now()),
  })
