import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { stateOwners } from '../services.ts'
import { wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'gateway' } as const
const service = z.enum(stateOwners)

/** Progress of a resync. `total` counts the rows at its start, `done` those appended to the outbox: rows that
 * were added meanwhile count too. */
const progress = z.object({
  resyncId: z.string(),
  service,
  startedAt: wireTimestamp(),
  finishedAt: wireTimestamp().nullable(),
  done: z.int(),
  total: z.int(),
})
export type ResyncProgress = z.output<typeof progress>

/** Admin API, P-75: the service publishes its present state again. While one runs, returns that one. */
export const startResync = endpoint({
  ...admin,
  name: 'start-resync',
  method: 'POST',
  path: '/admin/v1/resync',
  summary: 'Publish the present state of a service again, for the copies of the others',
  body: z.object({ service }),
  status: 202,
  response: z.object({ resyncId: z.string() }),
})

/** Admin API: `resyncId` is `<service>-<number>`. */
export const getResync = endpoint({
  ...admin,
  name: 'get-resync',
  method: 'GET',
  path: '/admin/v1/resync/{resyncId}',
  summary: 'Read the progress of a resync',
  params: z.object({ resyncId: z.string() }),
  status: 200,
  response: progress,
})
