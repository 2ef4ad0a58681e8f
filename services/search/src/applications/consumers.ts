import {
  applicationState,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { isErased } from '@jobboard/service/erasure/tombstone'
import { saveApplication } from './store.ts'

/** Copies applications and their status, so that no employer pays for a candidate who has applied (D-68). */
export const applicationConsumer: Consumer = consumer({
  name: 'application',
  filter: 'evt.pipeline.application.>',
  events: [applicationSubmitted, applicationStatusChanged],
  async handle(sql, { data }) {
    if (!(await isErased(sql, data.candidateId))) await saveApplication(sql, data)
  },
})

/** Restores the copies of applications from a resync of pipeline. */
export const applicationStateConsumer: Consumer = consumer({
  name: 'application_state',
  filter: 'state.pipeline.application.>',
  events: [applicationState],
  async handle(sql, { data }) {
    if (!(await isErased(sql, data.candidateId))) await saveApplication(sql, data)
  },
})
