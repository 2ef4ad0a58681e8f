import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { replay, replayStart } from '../replay.ts'
import { upstreamNames } from '../services.ts'

const admin = { plane: 'admin', service: 'gateway' } as const

/** Admin API; `since` reaches back 14 days at most. Consumers ignore what had its effect already. */
export const replayEvents = endpoint({
  ...admin,
  name: 'replay-events',
  method: 'POST',
  path: '/admin/v1/events/replay',
  summary: 'Publish the events of a service again that it published since a time',
  body: replayStart.extend({ service: z.enum(upstreamNames) }),
  status: 202,
  response: replay.pick({ replayId: true }),
})

/** Admin API; also for a replay that a service started by itself after its stream lost events. */
export const getReplay = endpoint({
  ...admin,
  name: 'get-replay',
  method: 'GET',
  path: '/admin/v1/events/replay/{replayId}',
  summary: 'Read the progress of a replay',
  params: z.object({ replayId: z.string() }),
  status: 200,
  response: replay,
})
