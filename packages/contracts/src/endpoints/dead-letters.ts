import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { upstreamNames } from '../services.ts'
import { wireTimestamp } from '../text.ts'

const service = z.enum(upstreamNames)

/** An event that a consumer no longer retries. `id` is `<service>-<number>`. */
const deadLetter = z.object({
  id: z.string(),
  service,
  consumer: z.string(),
  subject: z.string(),
  /** The class, code and place of the last failure, without personal data. */
  error: z.string(),
  attempts: z.int(),
  firstFailedAt: wireTimestamp(),
  lastFailedAt: wireTimestamp(),
})

/** With the identity of the event; never with its payload, which is personal data. */
const deadLetterDetail = deadLetter.extend({
  eventId: z.string(),
  aggregateId: z.string(),
  aggregateVersion: z.int(),
  occurredAt: z.string(),
})
export type DeadLetterDetail = z.output<typeof deadLetterDetail>

const admin = { plane: 'admin', service: 'gateway' } as const
const params = z.object({ deadLetterId: z.string() })

/** Admin API. Without `service`, the services that did not respond are listed in `unavailable`; with it, 503. */
export const listDeadLetters = endpoint({
  ...admin,
  name: 'list-dead-letters',
  method: 'GET',
  path: '/admin/v1/events/dead-letters',
  summary: 'List the events that consumers no longer retry, newest first',
  query: z.object({ ...pageQuery, service: service.optional() }),
  status: 200,
  response: pageOf(deadLetter).extend({ unavailable: z.array(service) }),
})

/** Admin API */
export const getDeadLetter = endpoint({
  ...admin,
  name: 'get-dead-letter',
  method: 'GET',
  path: '/admin/v1/events/dead-letters/{deadLetterId}',
  summary: 'Read a dead letter',
  params,
  status: 200,
  response: deadLetterDetail,
})

/** Admin API. The event is handled before the response: 400 invalid_state when it failed again, with the new error. */
export const retryDeadLetter = endpoint({
  ...admin,
  name: 'retry-dead-letter',
  method: 'POST',
  path: '/admin/v1/events/dead-letters/{deadLetterId}/retry',
  summary: 'Handle a dead letter again and delete it',
  params,
  status: 202,
  response: deadLetterDetail,
  errors: ['invalid_state'],
})

/** Admin API */
export const dropDeadLetter = endpoint({
  ...admin,
  name: 'drop-dead-letter',
  method: 'DELETE',
  path: '/admin/v1/events/dead-letters/{deadLetterId}',
  summary: 'Delete a dead letter: its event never takes effect',
  params,
  status: 204,
})
