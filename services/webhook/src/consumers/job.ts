import { jobExpired } from '@jobboard/contracts/events/jobs'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import type { Clock } from '@jobboard/service/clock/clock'
import { expired } from '../domain/public-event.ts'
import { insertEvent } from '../store/event.ts'

/** job.expired becomes a webhook (Spec §6): `expiredAt` is when the platform expired it. */
export function jobConsumer(clock: Clock): Consumer {
  return consumer({
    name: 'job',
    filter: 'evt.jobs.job.>',
    events: [jobExpired],
    async handle(sql, { id, occurredAt: timestamp, data }) {
      const event = { id, timestamp, type: 'job.expired' as const, data: expired(data, timestamp) }
      await insertEvent(sql, data.employerId, event, clock.now())
    },
  })
}
