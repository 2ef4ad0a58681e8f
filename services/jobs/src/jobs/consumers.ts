import { applicationState, applicationSubmitted } from '@jobboard/contracts/applications/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { saveApplications } from './list-store.ts'

/** Restores the copies of applications from a resync of pipeline. */
export const applicationStateConsumer: Consumer = consumer({
  name: 'application_state',
  filter: 'state.pipeline.application.>',
  events: [applicationState],
  prepare: ({ data }) => data,
  handleMany: saveApplications,
})

/** Copy the applications to each job, for the order `-applications` of the list. */
export const applicationConsumers: Consumer[] = [
  consumer({
    name: 'application',
    filter: 'evt.pipeline.application.submitted.>',
    events: [applicationSubmitted],
    prepare: ({ data }) => data,
    handleMany: saveApplications,
  }),
  applicationStateConsumer,
]
