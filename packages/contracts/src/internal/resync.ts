import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as admin from '../endpoints/resync.ts'
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
