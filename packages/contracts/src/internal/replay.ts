import { z } from 'zod'
import { endpoint, type ServiceName } from '../endpoint.ts'
import { replay, replayStart } from '../replay.ts'
import { pathId } from '../text.ts'

const path = '/internal/v1/events/replay'

/** Starts a replay of the outbox of one service. */
export const startReplay = (service: ServiceName) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'start-replay',
    method: 'POST',
    path,
    summary: 'Start a replay of the outbox',
    body: replayStart.extend({ actor: z.string() }),
    status: 202,
    response: replay.pick({ replayId: true }),
  })

/** The progress of a replay of one service. */
export const readReplay = (service: ServiceName) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'read-replay',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Read the progress of a replay',
    params: z.object({ id: pathId() }),
    status: 200,
    response: replay,
  })
