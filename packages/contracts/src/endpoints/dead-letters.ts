import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_MERGED_DEPTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { serviceName } from '../service-name.ts'
import { wireTimestamp } from '../text.ts'

const deadLetterId = z.string().describe('Id of the dead letter: `<service>-<number>`.')

/** An event that a consumer no longer retries. `id` is `<service>-<number>`. */
const deadLetterFields = z.object({
  id: deadLetterId,
  service: serviceName,
  consumer: z.string().describe('Name of the consumer that gave the event up.'),
  subject: z.string().describe('Subject of the event.'),
  error: z.string().describe('Class, code and place of the last failure, without personal data.'),
  attempts: z.int().describe('How often the event was tried.'),
  firstFailedAt: wireTimestamp().describe('When it first failed.'),
  lastFailedAt: wireTimestamp().describe('When it last failed.'),
})
export const deadLetter = deadLetterFields.describe('An event that a consumer no longer retries.')

/** With the identity of the event; never with its payload, which is personal data. */
export const deadLetterDetail = deadLetterFields
  .extend({
    eventId: z.string().describe('Id of the event.'),
    aggregateId: z.string().describe('Id of the object that the event is about.'),
    aggregateVersion: z.int().describe('Version of that object.'),
    occurredAt: z.string().describe('When the event happened.'),
  })
  .describe('A dead letter with the identity of its event, never with its payload.')
export type DeadLetterDetail = z.output<typeof deadLetterDetail>

const admin = { plane: 'admin', service: 'gateway' } as const
const params = z.object({ deadLetterId })

/** Admin API. Without `service`, the services that did not respond are listed in `unavailable`; with it, 503. */
export const listDeadLetters = endpoint({
  ...admin,
  name: 'list-dead-letters',
  method: 'GET',
  path: '/admin/v1/events/dead-letters',
  summary: 'List the events that consumers no longer retry, newest first',
  description: `Without \`service\`, pages end at row ${MAX_MERGED_DEPTH}.`,
  query: z.object({
    ...pageQuery,
    service: serviceName
      .optional()
      .describe('Only dead letters of this service; 503 when it does not respond.'),
  }),
  status: 200,
  response: pageOf(deadLetter)
    .extend({
      unavailable: z.array(serviceName).describe('Services that did not respond, so theirs are missing.'),
    })
    .describe('One page of dead letters, newest first.'),
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
  description:
    'The event is handled before the response; when it fails again the dead letter stays with the new error.',
  response: deadLetterDetail,
  refusals: {
    invalid_state: {
      when: 'The event failed again; `message` has the new error.',
      message:
        'The event failed again (attempt 4): DatabaseError 23503 at consumers/application.ts. Repair the cause, then retry, or drop it.',
    },
  },
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
