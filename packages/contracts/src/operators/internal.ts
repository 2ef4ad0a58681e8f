import { z } from 'zod'
import { endpoint, type ServiceName } from '../endpoint.ts'
import { MAX_MERGED_DEPTH } from '../limits.ts'
import type { StateOwner, UpstreamName } from '../services.ts'
import { line, pathId } from '../text.ts'
import { auditData } from './events.ts'
import {
  getDeadLetter,
  getResync,
  listDeadLetters,
  listResyncs,
  replay,
  replayStart,
  startResync,
} from './operations.ts'

/** The actor and the object of each row of a page. */
const MAX_NAMES = 200

const clock = z.object({ offsetMs: z.number().min(0) })

/** Raises the offset of the business clock to `offsetMs`; it never decreases. With `fromMs`, only if that is
 * the current offset, otherwise precondition_failed. */
export const setClock = (service: ServiceName) =>
  endpoint('POST /internal/v1/clock', {
    service,
    name: 'set-clock',
    body: clock.extend({ fromMs: z.number().min(0).optional() }),
    response: clock,
  })

/** Stores the audit row of a change made by the calling service, for the gateway, which has no database. */
export const recordAudit = endpoint('POST /internal/v1/audit', {
  service: 'accounts',
  name: 'record-audit',
  body: auditData.omit({ requestId: true, at: true }),
  status: 204,
})

/** The names today of what audit rows name: `user 5`, `staff 2`, `employer 1`, `key 7` and `api-key 7` of an employer, also of
 * removed ones. What has no name is left out. */
export const readAuditNames = endpoint('POST /internal/v1/audit/names', {
  service: 'accounts',
  name: 'read-audit-names',
  body: z.object({ objects: z.array(line()).max(MAX_NAMES) }),
  response: z.object({ names: z.record(z.string(), z.string()) }),
})

/** Rows of a list, newest first. */
const range = z.object({
  skip: z.coerce.number().int().min(0),
  take: z.coerce.number().int().min(0).max(MAX_MERGED_DEPTH),
})
const one = {
  params: z.object({ number: pathId() }),
  response: getDeadLetter.response!,
}
/** Who asked for the change, for the audit row. */
const byOperator = z.object({ actor: z.string() })

/** The dead letters of one service, newest first. */
export const listOwnDeadLetters = (service: UpstreamName) =>
  endpoint('GET /internal/v1/dead-letters', {
    service,
    name: 'list-own-dead-letters',
    query: range,
    response: listDeadLetters.response!.pick({ total: true, items: true }),
  })

/** Throws not_found. */
export const getOwnDeadLetter = (service: UpstreamName) =>
  endpoint('GET /internal/v1/dead-letters/{number}', {
    ...one,
    service,
    name: 'get-own-dead-letter',
  })

/** Throws not_found, invalid_state when the event failed again, unavailable. */
export const retryOwnDeadLetter = (service: UpstreamName) =>
  endpoint('POST /internal/v1/dead-letters/{number}/retry', {
    ...one,
    service,
    name: 'retry-own-dead-letter',
    body: byOperator,
    status: 202,
  })

/** Throws not_found. */
export const dropOwnDeadLetter = (service: UpstreamName) =>
  endpoint('POST /internal/v1/dead-letters/{number}/drop', {
    service,
    name: 'drop-own-dead-letter',
    params: one.params,
    body: byOperator,
    status: 204,
  })

const path = '/internal/v1/events/replay'

/** Starts a replay of the outbox of one service. */
export const startReplay = (service: ServiceName) =>
  endpoint(`POST ${path}`, {
    service,
    name: 'start-replay',
    body: replayStart.extend({ actor: z.string() }),
    status: 202,
    response: replay.pick({ replayId: true }),
  })

/** The progress of a replay of one service. */
export const readReplay = (service: ServiceName) =>
  endpoint(`GET ${path}/{id}`, {
    service,
    name: 'read-replay',
    params: z.object({ id: pathId() }),
    response: replay,
  })

/** Starts a resync of one service for an operator, or returns the running one. */
export const startOwnResync = (service: StateOwner) =>
  endpoint('POST /internal/v1/resync', {
    service,
    name: 'start-own-resync',
    body: z.object({ actor: z.string() }),
    status: 202,
    response: startResync.response!,
  })

/** Throws not_found. */
export const getOwnResync = (service: StateOwner) =>
  endpoint('GET /internal/v1/resync/{number}', {
    service,
    name: 'get-own-resync',
    params: z.object({ number: pathId() }),
    response: getResync.response!,
  })

/** The resyncs of one service, newest first. */
export const listOwnResyncs = (service: StateOwner) =>
  endpoint('GET /internal/v1/resync', {
    service,
    name: 'list-own-resyncs',
    query: range,
    response: listResyncs.response!.pick({ total: true, items: true }),
  })
