import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { replay, replayStart } from '../replay.ts'
import { serviceName } from '../service-name.ts'

const admin = { plane: 'admin', service: 'gateway' } as const

/** Admin API; `since` reaches back 14 days at most. Consumers ignore what had its effect already. */
export const replayEvents = endpoint({
  ...admin,
  name: 'replay-events',
  method: 'POST',
  path: '/admin/v1/events/replay',
  summary: 'Publish the events of a service again that it published since a time',
  description: 'Consumers ignore what had its effect already. `since` reaches back 14 days at most.',
  body: replayStart
    .extend({ service: serviceName.describe('The service whose events are published again.') })
    .describe('What to publish again.'),
  status: 202,
  response: replay.pick({ replayId: true }).describe('The replay that was started.'),
})

/** Admin API; also for a replay that a service started by itself after its stream lost events. */
export const getReplay = endpoint({
  ...admin,
  name: 'get-replay',
  method: 'GET',
  path: '/admin/v1/events/replay/{replayId}',
  summary: 'Read the progress of a replay',
  description: 'Also of a replay that a service started by itself because its stream had lost events.',
  params: z.object({ replayId: z.string().describe('Id of the replay, as returned when it was started.') }),
  status: 200,
  response: replay,
})
