import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_MERGED_DEPTH } from '../limits.ts'
import { pageOf, pageQuery } from '../page.ts'
import { stateOwners } from '../services.ts'
import { wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'gateway' } as const
const service = z.enum(stateOwners).describe('The service whose rows others copy.')
const resyncId = z.string().describe('Id of the resync: `<service>-<number>`.')

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
  .describe('A resync and its progress.')
export type ResyncProgress = z.output<typeof progress>

/** Admin API: the service publishes its present state again. While one runs, returns that one. */
export const startResync = endpoint({
  ...admin,
  name: 'start-resync',
  method: 'POST',
  path: '/admin/v1/resync',
  summary: 'Publish the present state of a service again, for the copies of the others',
  description: 'While a resync of the service runs, returns that one and starts none.',
  body: z.object({ service }).describe('The service to publish.'),
  status: 202,
  response: z.object({ resyncId }).describe('The resync that was started, or runs already.'),
})

/** Admin API: `resyncId` is `<service>-<number>`. */
export const getResync = endpoint({
  ...admin,
  name: 'get-resync',
  method: 'GET',
  path: '/admin/v1/resync/{resyncId}',
  summary: 'Read the progress of a resync',
  params: z.object({ resyncId }),
  status: 200,
  response: progress,
})

/** Admin API. Without `service`, the services that did not respond are listed in `unavailable`; with it, 503. */
export const listResyncs = endpoint({
  ...admin,
  name: 'list-resyncs',
  method: 'GET',
  path: '/admin/v1/resync',
  summary: 'List the resyncs that run or have run, newest first',
  description: `Without \`service\`, pages end at row ${MAX_MERGED_DEPTH}.`,
  query: z.object({
    ...pageQuery,
    service: service.optional().describe('Only resyncs of this service; 503 when it does not respond.'),
  }),
  status: 200,
  response: pageOf(progress)
    .extend({
      unavailable: z.array(service).describe('Services that did not respond, so theirs are missing.'),
    })
    .describe('One page of resyncs, newest first.'),
})
