import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import type { Consumer } from '@jobboard/events/consumer/consumer'
import { receiveEvent } from '@jobboard/events/consumer/receive-event'
import { type Route, route } from '@jobboard/service/http/route'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import type { PipelineEnv } from '../env.ts'

/** Accepts `candidate.application.created` by HTTP, so that recruiters see the application at once. The
 * consumer of the same event handles it; its inbox row makes the later of the two deliveries change nothing. */
export function handOverRoutes(consumer: (deps: Deps<PipelineEnv>) => Consumer): Route<PipelineEnv>[] {
  return [
    route(receiveApplication, async ({ service, body: { eventId, occurredAt, data } }) => {
      await receiveEvent(service.db, service.name, consumer(service), {
        id: eventId,
        subject: applicationCreated.subject,
        aggregateId: String(data.applicationId),
        aggregateVersion: 1,
        occurredAt,
        data,
      })
      return {}
    }),
  ]
}
