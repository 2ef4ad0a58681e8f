import { applicationState } from '@jobboard/contracts/events/pipeline'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveStatus } from '../store/application.ts'

/** Restores the statuses of applications from a resync of pipeline. */
export const applicationStateConsumer = consumer({
  name: 'application_state',
  filter: 'state.pipeline.application.>',
  events: [applicationState],
  handle: (sql, { data }) => saveStatus(sql, data),
})
