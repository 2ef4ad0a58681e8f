import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { consumer } from '@jobboard/events/consumer/consumer'
import { receiveApplication } from '../actions/receive-application.ts'

/** Takes over what candidates submit, unless it was handed over by HTTP before. */
export const hearApplications = consumer({
  name: 'application',
  filter: 'evt.candidate.application.>',
  events: [applicationCreated],
  handle: (sql, { data }) => receiveApplication(sql, data),
})
