import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { consumer } from '@jobboard/events/consumer/consumer'
import { receiveApplication } from '../actions/receive-application.ts'

/** Stores submitted applications; those that candidate already handed over by HTTP are skipped. */
export const applicationConsumer = consumer({
  name: 'application',
  filter: 'evt.candidate.application.>',
  events: [applicationCreated],
  handle: (sql, { data }) => receiveApplication(sql, data),
})
