import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { auditData } from '../events/audit.ts'
import { pageOf, pageQuery } from '../page.ts'
import { wireTimestamp } from '../text.ts'

const admin = { plane: 'admin', service: 'accounts' } as const

/** Admin API */
export const listAudit = endpoint({
  ...admin,
  name: 'list-audit',
  method: 'GET',
  path: '/admin/v1/audit',
  summary: 'Read what operators changed, newest first',
  query: z.object(pageQuery),
  status: 200,
  response: pageOf(auditData.extend({ id: z.int(), service: z.string(), at: wireTimestamp() })),
})
