import { applicationState, applicationStatusChanged } from '@jobboard/contracts/applications/events'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveStatus } from './store.ts'

/** Copies status changes made by recruiters to the candidate's view of the application. */
export const applicationStatusConsumer = consumer({
  name: 'application_status',
  filter: 'evt.pipeline.application.>',
  events: [applicationStatusChanged],
  handle: (sql, { data }) => saveStatus(sql, data),
})

/** Restores the statuses of applications from a resync of pipeline. */
export const applicationStateConsumer = consumer({
  name: 'application_state',
  filter: 'state.pipeline.application.>',
  events: [applicationState],
  handle: (sql, { data }) => saveStatus(sql, data),
})
