import { submittedApplicationState } from '@jobboard/contracts/events/candidate'
import { consumer } from '@jobboard/events/consumer/consumer'
import { restoreApplication } from '../actions/restore-application.ts'

/** Restores missing applications from a resync of candidate. */
export const applicationStateConsumer = consumer({
  name: 'application_state',
  filter: 'state.candidate.application.>',
  events: [submittedApplicationState],
  handle: (sql, { data }) => restoreApplication(sql, data),
})
