import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_MERGED_DEPTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { stateOwners, upstreamNames } from '../services.ts'
import { timestamp, wireTimestamp } from '../text.ts'

/** A service behind the gateway, as operators name it. */
export const serviceName = z
  .enum(upstreamNames)
  .meta({ id: 'ServiceName', description: 'Name of a service behind the gateway.' })

const deadLetterId = z
  .string()
  .meta({ description: 'Id of the dead letter: `<service>-<number>`.', example: 'pipeline-3' })

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

const deadLetterExample = {
  id: 'pipeline-3',
  service: 'pipeline',
  consumer: 'pipeline_candidate_application',
  subject: 'evt.candidate.application.created.v1',
  error: 'DatabaseError 23503',
  attempts: 8,
  firstFailedAt: '2026-03-01T10:00:00.000Z',
  lastFailedAt: '2026-03-01T10:10:00.000Z',
}

export const deadLetter = deadLetterFields.meta({
  id: 'DeadLetter',
  description: 'An event that a consumer no longer retries.',
  example: deadLetterExample,
})

/** With the identity of the event; never with its payload, which is personal data. */
export const deadLetterDetail = deadLetterFields
  .extend({
    eventId: z.string().describe('Id of the event.'),
    aggregateId: z.string().describe('Id of the object that the event is about.'),
    aggregateVersion: z.int().describe('Version of that object.'),
    occurredAt: z.string().describe('When the event happened.'),
  })
  .meta({
    id: 'DeadLetterDetail',
    description: 'A dead letter with the identity of its event, never with its payload.',
    example: {
      ...deadLetterExample,
      eventId: '7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10',
      aggregateId: '31',
      aggregateVersion: 1,
      occurredAt: '2026-03-01T10:00:00.000Z',
    },
  })
export type DeadLetterDetail = z.output<typeof deadLetterDetail>

const params = z.object({ deadLetterId })

export const listDeadLetters = endpoint('GET /admin/v1/events/dead-letters', {
  service: 'gateway',
  name: 'list-dead-letters',
  summary: 'List the events that consumers no longer retry, newest first',
  description: `Without \`service\`, pages end at row ${MAX_MERGED_DEPTH}.`,
  query: z.object({
    ...pageQuery,
    service: serviceName
      .optional()
      .describe('Only dead letters of this service; 503 when it does not respond.'),
  }),
  response: pageOf(deadLetter)
    .extend({
      unavailable: z
        .array(serviceName)
        .meta({ description: 'Services that did not respond, so theirs are missing.', example: [] }),
    })
    .describe('One page of dead letters, newest first.'),
  example: { query: { service: 'pipeline', page: 1, pageSize: 50 } },
})

export const getDeadLetter = endpoint('GET /admin/v1/events/dead-letters/{deadLetterId}', {
  service: 'gateway',
  name: 'get-dead-letter',
  summary: 'Read a dead letter',
  params,
  response: deadLetterDetail,
})

export const retryDeadLetter = endpoint('POST /admin/v1/events/dead-letters/{deadLetterId}/retry', {
  service: 'gateway',
  name: 'retry-dead-letter',
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

export const dropDeadLetter = endpoint('DELETE /admin/v1/events/dead-letters/{deadLetterId}', {
  service: 'gateway',
  name: 'drop-dead-letter',
  summary: 'Delete a dead letter: its event never takes effect',
  params,
  status: 204,
})

/** Why a replay runs: an operator requested it, or the stream lost events that it had acknowledged. */
export const replayReasons = ['operator', 'stream_recreated', 'stream_restored'] as const
export type ReplayReason = (typeof replayReasons)[number]

/** What a replay publishes again: the events created since then (real clock). */
export const replayStart = z.object({
  since: timestamp().describe(
    'Events that were created at or after this time are published again; at most 14 days ago.',
  ),
})

/** A replay of one outbox; `remaining` is an upper bound, and 0 when it has finished. */
export const replay = z
  .object({
    replayId: z.string().meta({ description: 'Id of the replay.', example: 'jobs-1' }),
    service: serviceName,
    reason: z
      .enum(replayReasons)
      .describe('Why it runs: an operator requested it, or the stream of the service had lost events.'),
    since: wireTimestamp().describe('Events that were created from then on are published again.'),
    requestedAt: wireTimestamp().describe('When the replay was requested.'),
    finishedAt: wireTimestamp().nullable().describe('When it finished; null while it runs.'),
    published: z.int().describe('Events published so far.'),
    remaining: z.int().describe('Events still to publish, an upper bound; 0 when it has finished.'),
  })
  .meta({
    id: 'Replay',
    description: 'A replay of the events of one service, and its progress.',
    example: {
      replayId: 'jobs-1',
      service: 'jobs',
      reason: 'operator',
      since: '2026-03-01T00:00:00.000Z',
      requestedAt: '2026-03-01T13:00:00.000Z',
      finishedAt: '2026-03-01T13:00:05.000Z',
      published: 120,
      remaining: 0,
    },
  })

export const replayEvents = endpoint('POST /admin/v1/events/replay', {
  service: 'gateway',
  name: 'replay-events',
  summary: 'Publish the events of a service again that it published since a time',
  description: 'Consumers ignore what had its effect already. `since` reaches back 14 days at most.',
  body: replayStart
    .extend({ service: serviceName.describe('The service whose events are published again.') })
    .meta({
      description: 'What to publish again.',
      example: { service: 'jobs', since: '2026-03-01T00:00:00Z' },
    }),
  status: 202,
  response: replay.pick({ replayId: true }).describe('The replay that was started.'),
})

export const getReplay = endpoint('GET /admin/v1/events/replay/{replayId}', {
  service: 'gateway',
  name: 'get-replay',
  summary: 'Read the progress of a replay',
  description: 'Also of a replay that a service started by itself because its stream had lost events.',
  params: z.object({
    replayId: z
      .string()
      .meta({ description: 'Id of the replay, as returned when it was started.', example: 'jobs-1' }),
  }),
  response: replay,
})

const service = z.enum(stateOwners).describe('The service whose rows others copy.')
const resyncId = z
  .string()
  .meta({ description: 'Id of the resync: `<service>-<number>`.', example: 'jobs-1' })

/** Progress of a resync. `total` counts the rows at its start, `done` those appended to the outbox: rows that
 * were added meanwhile count too. */
export const progress = z
  .object({
    resyncId,
    service,
    startedAt: wireTimestamp().describe('When it started.'),
    finishedAt: wireTimestamp().nullable().describe('When it finished; null while it runs.'),
    done: z.int().describe('Rows published so far; rows that were added meanwhile count too.'),
    total: z.int().describe('Rows at the start.'),
  })
  .meta({
    id: 'Resync',
    description: 'A resync and its progress.',
    example: {
      resyncId: 'jobs-1',
      service: 'jobs',
      startedAt: '2026-03-01T13:00:00.000Z',
      finishedAt: null,
      done: 100,
      total: 120,
    },
  })
export type ResyncProgress = z.output<typeof progress>

export const startResync = endpoint('POST /admin/v1/resync', {
  service: 'gateway',
  name: 'start-resync',
  summary: 'Publish the present state of a service again, for the copies of the others',
  description: 'While a resync of the service runs, returns that one and starts none.',
  body: z.object({ service }).meta({ description: 'The service to publish.', example: { service: 'jobs' } }),
  status: 202,
  response: z.object({ resyncId }).describe('The resync that was started, or runs already.'),
})

export const getResync = endpoint('GET /admin/v1/resync/{resyncId}', {
  service: 'gateway',
  name: 'get-resync',
  summary: 'Read the progress of a resync',
  params: z.object({ resyncId }),
  response: progress,
})

export const listResyncs = endpoint('GET /admin/v1/resync', {
  service: 'gateway',
  name: 'list-resyncs',
  summary: 'List the resyncs that run or have run, newest first',
  description: `Without \`service\`, pages end at row ${MAX_MERGED_DEPTH}.`,
  query: z.object({
    ...pageQuery,
    service: service.optional().describe('Only resyncs of this service; 503 when it does not respond.'),
  }),
  response: pageOf(progress)
    .extend({
      unavailable: z
        .array(service)
        .meta({ description: 'Services that did not respond, so theirs are missing.', example: [] }),
    })
    .describe('One page of resyncs, newest first.'),
  example: { query: { service: 'jobs', page: 1, pageSize: 50 } },
})

export const advanceClock = endpoint('POST /admin/v1/clock/advance', {
  service: 'gateway',
  name: 'advance-clock',
  summary: 'Advance the business clock of all services',
  description:
    'For tests: exists only with `TEST_CLOCK=true`, else 404. The response comes when every service has moved. Moves add up, also concurrent ones. An `Idempotency-Key` is ignored.',
  body: z
    .object({ seconds: z.number().min(0).max(315_360_000).describe('Seconds to advance; 0 reads the time.') })
    .meta({ description: 'How far to advance.', example: { seconds: 3_600 } }),
  response: z
    .object({ now: wireTimestamp().describe('The business time after the move.') })
    .meta({ description: 'The new time.', example: { now: '2026-03-01T14:00:00.000Z' } }),
  refusals: { not_found: { when: 'The test clock is off.' } },
})
