import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { receiveApplication } from '../actions/receive-application.ts'
import type { Assessor } from '../domain/assessment/assessor.ts'

/** Stores and assesses submitted applications; those that candidate already handed over by HTTP are skipped. */
export const applicationConsumer =
  (assessor: Assessor) =>
  ({ clock }: Pick<Deps, 'clock'>): Consumer =>
    consumer({
      name: 'application',
      filter: 'evt.candidate.application.>',
      events: [applicationCreated],
      handle: (sql, { data }) => receiveApplication(sql, data, { assessor, now: clock.now() }),
    })
