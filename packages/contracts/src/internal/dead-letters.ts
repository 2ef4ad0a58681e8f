import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as admin from '../endpoints/dead-letters.ts'
import { MAX_MERGED_DEPTH } from '../limits.ts'
import type { UpstreamName } from '../services.ts'
import { pathId } from '../text.ts'

const count = (max: number) => z.coerce.number().int().min(0).max(max)
const one = {
  params: z.object({ number: pathId() }),
  response: admin.getDeadLetter.response!,
}
/** Who asked for the change, for the audit row. */
const byOperator = z.object({ actor: z.string() })

/** The dead letters of one service, newest first. */
export const listOwnDeadLetters = (service: UpstreamName) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'list-own-dead-letters',
    method: 'GET',
    path: '/internal/v1/dead-letters',
    summary: 'List the dead letters of one service',
    query: z.object({ skip: z.coerce.number().int().min(0), take: count(MAX_MERGED_DEPTH) }),
    status: 200,
    response: admin.listDeadLetters.response!.pick({ total: true, items: true }),
  })

/** Throws not_found. */
export const getOwnDeadLetter = (service: UpstreamName) =>
  endpoint({
    ...one,
    plane: 'internal',
    service,
    name: 'get-own-dead-letter',
    method: 'GET',
    path: '/internal/v1/dead-letters/{number}',
    summary: 'Read a dead letter of one service',
    status: 200,
  })

/** Throws not_found, invalid_state when the event failed again, unavailable. */
export const retryOwnDeadLetter = (service: UpstreamName) =>
  endpoint({
    ...one,
    plane: 'internal',
    service,
    name: 'retry-own-dead-letter',
    method: 'POST',
    path: '/internal/v1/dead-letters/{number}/retry',
    summary: 'Handle a dead letter of one service again',
    body: byOperator,
    status: 202,
  })

/** Throws not_found. */
export const dropOwnDeadLetter = (service: UpstreamName) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'drop-own-dead-letter',
    method: 'POST',
    path: '/internal/v1/dead-letters/{number}/drop',
    summary: 'Delete a dead letter of one service',
    params: one.params,
    body: byOperator,
    status: 204,
  })
