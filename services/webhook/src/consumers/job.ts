import { jobExpired } from '@jobboard/contracts/jobs/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Clock } from '@jobboard/service/clock/clock'
import { insertEvent } from '../store/event.ts'
import { expiredData, serializeEvent } from '../wire/public-event.ts'

/** Turns expired jobs into webhooks (Spec §6). `expiredAt` is when the platform expired the job. */
export function jobConsumer(clock: Clock): Consumer {
  return consumer({
    name: 'job',
    filter: 'evt.jobs.job.>',
    events: [jobExpired],
    async handle(sql, { id, occurredAt: timestamp, data }) {
      const event = { id, timestamp, type: 'job.expired' as const, data: expiredData(data, timestamp) }
      await insertEvent(sql, data.employerId, serializeEvent(event), clock.now())
    },
  })
}
