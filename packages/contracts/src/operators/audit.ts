import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CURSOR, nextCursor, pageOf, pageQuery } from '../page.ts'
import { worldQuery } from '../sandbox/sandbox.ts'
import { inOrder, line, pathIdOf, timestamp, wireTimestamp } from '../text.ts'
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
      employerId: 1,
      at: '2026-03-01T08:00:00.000Z',
      id: 1,
      service: 'accounts',
    },
  })

/** The actor of a change by the platform, in the audit of an employer. */
export const PLATFORM = 'platform'

export const employerAuditRow = auditRow
  .omit({ service: true, employerId: true })
  .extend({
    actor: z
      .string()
      .describe(`Who made the change: \`user 5\` or \`key 7\` of the employer, else \`${PLATFORM}\`.`),
    requestId: z
      .string()
      .nullable()
      .describe('`X-Request-Id` of the request; null for a change by the platform.'),
  })
  .meta({
    id: 'EmployerAuditRow',
    description: 'A change of what belongs to an employer, as the employer reads it.',
    example: {
      actor: 'user 5',
      action: 'mint-recruiter-key',
      object: 'api-key 7',
      before: null,
      after: { id: 7, name: 'Careers page', scopes: ['JobPosting'] },
      requestId: '0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90',
      at: '2026-03-01T08:00:00.000Z',
      id: 12,
    },
  })

const cursor = {
  cursor: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be the nextCursor of a page of this list, unchanged')
    .optional()
    .describe(`${CURSOR} In place of \`page\`.`),
}
const filter = {
  ...pageQuery,
  ...cursor,
  actor: line().optional().describe('Only changes by this actor.'),
  action: line().optional().describe('Only changes of this kind, such as `create-employer`.'),
  entityType: line()
    .optional()
    .describe('Only changes of this type of object: the first word of `object`, such as `job`.'),
  entityId: line().optional().describe('Only changes of objects with this id, such as `5` of `job 5`.'),
  since: timestamp().optional().describe('Only changes made from this time on.'),
  until: timestamp().optional().describe('Only changes made before this time.'),
}
const order = { path: ['until'], error: 'must not be before since' }
const page = <T extends z.ZodType>(row: T) => pageOf(row).extend({ nextCursor: nextCursor.optional() })

export const listAudit = endpoint('GET /admin/v1/audit', {
  service: 'accounts',
  name: 'list-audit',
  summary: 'Read what operators changed, newest first',
  query: z
    .object({
      ...filter,
      world: worldQuery,
      employerId: pathIdOf('employer')
        .optional()
        .describe('Only changes of what belongs to this employer, in any world.'),
    })
    .refine(inOrder('since', 'until'), order),
  response: page(auditRow).describe('One page of audit rows, newest first.'),
})

export const listEmployerAudit = endpoint('GET /admin/v1/employers/{employerId}/audit', {
  service: 'accounts',
  name: 'list-employer-audit',
  summary: 'Read what was changed of an employer, newest first',
  description:
    'Changes of its users, keys, webhooks, credits and name, by its people, its keys and the platform. Who of the platform made a change is not said.',
  params: z.object({ employerId: pathIdOf('employer') }),
  query: z.object(filter).refine(inOrder('since', 'until'), order),
  response: page(employerAuditRow).describe('One page of the audit of an employer, newest first.'),
})
