import {
  applicationState,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { listErased } from '@jobboard/service/erasure/tombstone'
import { type ReceivedApplication, saveApplications } from './store.ts'

/** Copies applications and their status, so that no employer pays for a candidate who has applied (D-68). */
export const applicationConsumer: Consumer = consumer({
  name: 'application',
  filter: 'evt.pipeline.application.>',
  events: [applicationSubmitted, applicationStatusChanged],
  prepare: ({ data }) => data,
  handleMany: saveUnlessErased,
})

async function saveUnlessErased(sql: Tx, received: ReceivedApplication[]): Promise<void> {
  const erased = await listErased(
    sql,
    received.map(({ candidateId }) => candidateId),
  )
  await saveApplications(
    sql,
    received.filter(({ candidateId }) => !erased.has(candidateId)),
  )
}

/** Restores the copies of applications from a resync of pipeline. */
export const applicationStateConsumer: Consumer = consumer({
  name: 'application_state',
  filter: 'state.pipeline.application.>',
  events: [applicationState],
  prepare: ({ data }) => data,
  handleMany: saveUnlessErased,
})
