import { applicationStatusChanged } from '@jobboard/contracts/events/pipeline'
import { consumer } from '@jobboard/events/consumer/consumer'
import { saveStatus } from '../store/application.ts'

/** Shows candidates how recruiters move their applications. */
export const hearStatusChanges = consumer({
  name: 'application_status',
  filter: 'evt.pipeline.application.>',
  events: [applicationStatusChanged],
  handle: (sql, { data }) => saveStatus(sql, data),
})
