import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { inOrder, line, timestamp, wireTimestamp } from '../text.ts'
import { auditData } from './events.ts'

export const auditRow = auditData
  .extend({
    id: z.int().describe('Id of the row.'),
    service: z.string().describe('Service that made the change.'),
    at: wireTimestamp().describe('When the change was made.'),
  })
  .meta({
    id: 'AuditRow',
    description: 'A change that an operator made. It never holds personal data, a key or a secret.',
    example: {
      actor: 'operator',
      action: 'create-employer',
      object: 'employer 1',
      before: null,
      after: { id: 1, name: 'Utrecht Bakery' },
      requestId: '0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90',
      at: '2026-03-01T08:00:00.000Z',
      id: 1,
      service: 'accounts',
    },
  })

export const listAudit = endpoint('GET /admin/v1/audit', {
  service: 'accounts',
  name: 'list-audit',
  summary: 'Read what operators changed, newest first',
  query: z
    .object({
      ...pageQuery,
      actor: line().optional().describe('Only changes by this actor.'),
      action: line().optional().describe('Only changes of this kind, such as `create-employer`.'),
      entityType: line()
        .optional()
        .describe('Only changes of this type of object: the first word of `object`, such as `job`.'),
      entityId: line().optional().describe('Only changes of objects with this id, such as `5` of `job 5`.'),
      since: timestamp().optional().describe('Only changes made from this time on.'),
      until: timestamp().optional().describe('Only changes made before this time.'),
    })
    .refine(inOrder('since', 'until'), { path: ['until'], error: 'must not be before since' }),
  response: pageOf(auditRow).describe('One page of audit rows, newest first.'),
})
