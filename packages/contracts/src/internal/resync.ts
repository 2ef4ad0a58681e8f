import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as admin from '../endpoints/resync.ts'
import { MAX_MERGED_DEPTH } from '../limits.ts'
import type { StateOwner } from '../services.ts'
import { pathId } from '../text.ts'

/** Starts a resync of one service for an operator, or returns the running one. */
export const startOwnResync = (service: StateOwner) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'start-own-resync',
    method: 'POST',
    path: '/internal/v1/resync',
    summary: 'Publish the present state of one service again',
    body: z.object({ actor: z.string() }),
    status: 202,
    response: admin.startResync.response!,
  })

/** Throws not_found. */
export const getOwnResync = (service: StateOwner) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'get-own-resync',
    method: 'GET',
    path: '/internal/v1/resync/{number}',
    summary: 'Read the progress of a resync of one service',
    params: z.object({ number: pathId() }),
    status: 200,
    response: admin.getResync.response!,
  })

/** The resyncs of one service, newest first. */
export const listOwnResyncs = (service: StateOwner) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'list-own-resyncs',
    method: 'GET',
    path: '/internal/v1/resync',
    summary: 'List the resyncs of one service',
    query: z.object({
      skip: z.coerce.number().int().min(0),
      take: z.coerce.number().int().min(0).max(MAX_MERGED_DEPTH),
    }),
    status: 200,
    response: admin.listResyncs.response!.pick({ total: true, items: true }),
  })
