import { applicationStatusChanged } from '@jobboard/contracts/events/pipeline'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveStatus } from '../store/application.ts'

/** Copies status changes made by recruiters to the candidate's view of the application. */
export const applicationStatusConsumer = consumer({
  name: 'application_status',
  filter: 'evt.pipeline.application.>',
  events: [applicationStatusChanged],
  handle: (sql, { data }) => saveStatus(sql, data),
})
