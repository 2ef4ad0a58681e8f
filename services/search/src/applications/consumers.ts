import {
  applicationState,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import type { Tx } from '@jobboard/db/sql'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { listErased } from '@jobboard/service/erasure/tombstone'
import { listRetired } from '@jobboard/service/sandbox/retired-store'
import { type ReceivedApplication, saveApplications } from './store.ts'

/** Copies applications and their status, so that no employer pays for a candidate who has applied (D-68). */
export const applicationConsumer: Consumer = consumer({
  name: 'application',
  filter: 'evt.pipeline.application.>',
  events: [applicationSubmitted, applicationStatusChanged],
  prepare: ({ data }) => data,
  handleMany: saveUnlessGone,
})

async function saveUnlessGone(sql: Tx, received: ReceivedApplication[]): Promise<void> {
  const [erased, retired] = await Promise.all([
    listErased(
      sql,
      received.map(({ candidateId }) => candidateId),
    ),
    listRetired(
      sql,
      received.map(({ employerId }) => employerId),
    ),
  ])
  await saveApplications(
    sql,
    received.filter(({ candidateId, employerId }) => !erased.has(candidateId) && !retired.has(employerId)),
  )
}

/** Restores the copies of applications from a resync of pipeline. */
export const applicationStateConsumer: Consumer = consumer({
  name: 'application_state',
  filter: 'state.pipeline.application.>',
  events: [applicationState],
  prepare: ({ data }) => data,
  handleMany: saveUnlessGone,
})
